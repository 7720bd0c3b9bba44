"""How often the starting team won, by split and teams, and how many agents make it even."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from codenames_sim.analysis.games import (
    agents_of,
    decided_games,
    right_a_clue,
    splits_of,
    study_games,
    teams_of,
)
from codenames_sim.analysis.win_rates import MARGIN, by_teams, differences, means_by, win_rates
from codenames_sim.errors import InputError
from codenames_sim.records import Run
from codenames_sim.stats import RatioSet, clustered_logistic, misfit

if TYPE_CHECKING:
    import pandas as pd

RULES_SPLIT = "9-8"


@dataclass(frozen=True)
class Balance:
    """How many agents the first team needs for an even game."""

    teams: str
    second_agents: int
    splits: tuple[str, ...]
    """What it is known from."""
    boards: int
    agents: RatioSet
    """With the set that is not excluded, which may be unbounded."""
    points_an_agent: float
    """By how much one more agent changes the first team's win rate, near even."""
    misfit: float | None
    """p-value that the splits' win rates lie on one line in the logit; None below three splits."""


@dataclass(frozen=True)
class FirstMove:
    """The answer, as tables. `teams` is an entrant that plays itself, or `one vs other`."""

    margin: float
    level: float
    reference: str
    right_a_clue: Mapping[str, float]
    """Right guesses for each legal clue, by teams, in ascending order; empty where not known.

    It describes how the teams played. It does not explain the win rates: teams with the same value
    can differ in them by any amount (configs/first_move_caps.yaml)."""
    rates: pd.DataFrame
    """split, teams, boards, games, won, rate, low, high, p, p_holm, p_even, p_even_holm, even,
    favours.

    `games` are decided ones; `low` and `high` the interval of the starting team's win `rate`,
    clustered by board and for this row alone; `p` of a rate of one half, `p_even` of the
    equivalence test. `p_holm` and `p_even_holm` are corrected over all rows, the rows `all`
    included; the verdicts are at 5 % by these: `favours` first, second or neither, and `even`."""
    differences: pd.DataFrame
    """split, reference, teams, boards, difference, low, high, p: of win rates, paired on boards."""
    balance: tuple[Balance, ...]
    endings: pd.DataFrame
    """split, teams, games, void, stalled, mean turns where known, and a column for each ending."""


def first_move(
    source: Run | pd.DataFrame,
    *,
    margin: float = MARGIN,
    level: float = 0.95,
    reference: str | None = None,
    second_agents: int = 8,
) -> FirstMove:
    """What going first is worth in these games.

    `source` is a run or a table as `study_games` wants it. Games that nobody won are left out of
    rates and counted among the endings. Differences are against the `reference` split (9-8 where it
    was played, else the first). The balance point is where the line in the logit through the
    splits with `second_agents` crosses one half. In a pairing of two entrants each should start
    equally often, or the stronger entrant's wins count as the first move's. Raises InputError.
    """
    games = study_games(source)
    splits = splits_of(decided_games(games))
    if reference is None:
        reference = RULES_SPLIT if RULES_SPLIT in splits or not splits else splits[0]
    elif reference not in splits:
        raise InputError(f"the split {reference} was not played; there are: {', '.join(splits)}")
    described = right_a_clue(games)
    return FirstMove(
        margin,
        level,
        reference,
        {teams: described[teams] for teams in teams_of(games) if teams in described},
        win_rates(games, "split", splits, margin=margin, level=level),
        differences(games, "split", splits, reference, level=level),
        tuple(
            result
            for teams, part in by_teams(games)
            if (result := _balance(teams, part, second_agents, level)) is not None
        ),
        _endings(games),
    )


def in_one_table(result: FirstMove) -> pd.DataFrame:
    """All of it, one row a split and teams: `rates`, and beside them the other tables' columns.

    `difference`, `difference_low` and `difference_high` are from the reference; the balance point
    of the teams is `balance`, its set `balance_set`, `balance_low` and `balance_high`; endings are
    counts.
    """
    import pandas as pd

    names = {"low": "difference_low", "high": "difference_high"}
    apart = result.differences.rename(columns=names).drop(columns=["reference", "boards", "p"])
    balance = pd.DataFrame(
        [
            (each.teams, each.agents.estimate, each.agents.kind, each.agents.low, each.agents.high)
            for each in result.balance
        ],
        columns=["teams", "balance", "balance_set", "balance_low", "balance_high"],
    )
    endings = result.endings.rename(columns={"games": "all_games"})
    counts = [name for name in endings.columns if name not in ("split", "teams", "turns")]
    # All teams together have no row among the endings, and a count that is missing stays whole.
    endings = endings.astype(dict.fromkeys(counts, "Int64"))
    table = result.rates.merge(apart, on=["split", "teams"], how="left")
    table = table.merge(balance, on="teams", how="left")
    return table.merge(endings, on=["split", "teams"], how="left")


def _balance(teams: str, games: pd.DataFrame, second_agents: int, level: float) -> Balance | None:
    splits = [split for split in splits_of(games) if agents_of(split)[1] == second_agents]
    # Centred, so that the numbers are of one size; the set is moved back.
    more = {split: agents_of(split)[0] - second_agents for split in splits}
    used = games[games["split"].isin(splits)]
    x = used["split"].map(more)
    line = clustered_logistic(x, used["first_won"], used["board"])
    if line is None:
        return None
    return Balance(
        teams,
        second_agents,
        tuple(splits),
        line.df + 1,
        line.even(level).plus(second_agents),
        # The logistic curve is steepest at one half, by a quarter of its slope.
        line.slope / 4,
        misfit(line, list(more.values()), means_by(used, "split", splits)),
    )


def _endings(games: pd.DataFrame) -> pd.DataFrame:
    import pandas as pd

    known = games["ending"] if "ending" in games else pd.Series(pd.NA, index=games.index)
    names = [str(name) for name in known.dropna().unique() if name != "stalled"]
    rows = []
    for split, each in itertools.product(splits_of(games), teams_of(games)):
        part = games[(games["split"] == split) & (games["teams"] == each)]
        if part.empty:
            continue
        finished = part[part["status"] == "finished"]
        row: dict[str, object] = {
            "split": split,
            "teams": each,
            "games": len(part),
            "void": int((part["status"] == "void").sum()),
            "stalled": int(finished["first_won"].isna().sum()),
        }
        if "turns" in games:
            row["turns"] = float(finished["turns"].mean()) if len(finished) else float("nan")
        ending = known[finished.index]
        rows.append(row | {name: int((ending == name).sum()) for name in names})
    return pd.DataFrame(rows)
