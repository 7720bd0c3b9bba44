"""Merges the games of one or more runs, without duplicates, and scores them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, cast

import msgspec

from codenames_sim.agents.llm import PromptSet
from codenames_sim.errors import RunError
from codenames_sim.records import Run
from codenames_sim.rules import Rules
from codenames_sim.tournament import Entrant, Scoring, Wording, played_by, wordings_taken

if TYPE_CHECKING:
    import pandas as pd

_SIDE = (
    *("game_id", "pair_id", "board_seed", "split", "repetition", "prompts"),
    *("ending", "turns", "seconds"),
)
_COMPARED = ("rules", "words", "words_hash", "language", "splits", "entrants")
_UNTOLD = PromptSet("", {}, None)
_BEST_FIRST = ("finished", "surplus", "void")
"""If a game is in several runs, the row with the first of these statuses is used."""


@dataclass(frozen=True, eq=False)
class Merged:
    """The merged games of one or more runs."""

    runs: Sequence[Run]
    scoring: Scoring
    games: pd.DataFrame
    """The finished games that count: the columns of `games`, and `run` (index in `runs`),
    `first_score`, `first_team` and `second_team` (one label for the operatives of a team)."""
    stalled: int
    """Finished games without a winner, whether they count or not."""
    forfeited: int
    """Games ended by a forfeit, whether they count or not."""
    void: int
    surplus: int
    repeated: int
    """Dropped rows of games that are also in another run."""

    @property
    def name(self) -> str:
        """The runs' names."""
        return " + ".join(str(run.manifest.get("run", run.folder.name)) for run in self.runs)

    @cached_property
    def prompt_takers(self) -> frozenset[str]:
        """The entrants with a language model that is given the config's prompts."""
        plans = [run.manifest.get("plan") for run in self.runs]
        entrants = [
            msgspec.convert(plan.get("entrants", {}), dict[str, Entrant])
            for plan in plans
            if isinstance(plan, dict)
        ]
        result = [team for teams in entrants for team in teams.values() if team.takes_prompts]
        return frozenset(team.name for team in result)

    @cached_property
    def wordings(self) -> tuple[str, ...]:
        """The wordings that games of these entrants were played under, the first of the config
        first; empty where there is only one."""
        sides = self.sides[self.sides["entrant"].isin([*self.prompt_takers])]
        result = {str(name) for name in sides["prompts"].dropna()}
        order = [name for run in self.runs for name in _compared(run)]
        named = dict.fromkeys([*order, *sorted(result)])
        return tuple(name for name in named if name in result) if len(result) > 1 else ()

    @cached_property
    def turns(self) -> pd.DataFrame:
        """The turns of the games."""
        return self._of_games("turns")

    @cached_property
    def calls(self) -> pd.DataFrame:
        """The calls to models in the games."""
        return self._of_games("calls")

    @cached_property
    def sides(self) -> pd.DataFrame:
        """One row for each team of each game; column names have no `first_` or `second_`.

        Columns: game_id, pair_id, board_seed, split, repetition, prompts, ending, turns, seconds;
        team, entrant, opponent, spymaster, operatives, mirrored (the opponent has the same
        agents), score.
        """
        import pandas as pd

        games = self.games
        sides = []
        for team, other, score in (
            ("first", "second", games["first_score"]),
            ("second", "first", 1 - games["first_score"]),
        ):
            side = games[[*_SIDE]].assign(
                team=team,
                entrant=games[f"{team}_entrant"],
                opponent=games[f"{other}_entrant"],
                spymaster=games[f"{team}_spymaster"],
                operatives=games[f"{team}_team"],
                mirrored=(games[f"{team}_spymaster"] == games[f"{other}_spymaster"])
                & (games[f"{team}_team"] == games[f"{other}_team"]),
                score=score,
            )
            sides.append(side)
        return pd.concat(sides, ignore_index=True)

    def _of_games(self, table: str) -> pd.DataFrame:
        import pandas as pd

        parts = []
        for index, run in enumerate(self.runs):
            frame: pd.DataFrame = getattr(run, table)
            ids = self.games.loc[self.games["run"] == index, "game_id"]
            parts.append(frame[frame["game_id"].isin(ids)])
        return pd.concat(parts, ignore_index=True)


Runs = Run | Sequence[Run] | Merged
"""The input of the tables: one run, several runs, or merged games."""


def merged(runs: Runs) -> Merged:
    """Merge runs: each game once; void and surplus games are counted but left out.

    Raises RunError, with the reason, if the games can't be compared: if the rules (except the
    split), words, language, `play_version` or scoring differ, if an entrant or agent of the same
    name differs, or if an entrant of the same name asked models with another `agents_version`.
    """
    import pandas as pd

    if isinstance(runs, Merged):
        return runs
    several = [runs] if isinstance(runs, Run) else list(runs)
    for run in several[1:]:
        if differences := list(_differences(several[0], run)):
            what = f"can't be merged with {several[0].folder}: {'; '.join(differences)}"
            raise RunError(what, file=run.folder)
    scoring = _scoring(several[0])
    rows = pd.concat([run.games.assign(run=index) for index, run in enumerate(several)])
    best = rows["status"].map(_BEST_FIRST.index).astype("int64")
    games = rows.iloc[best.to_numpy().argsort(kind="stable")].drop_duplicates("game_id")
    finished = games[games["status"] == "finished"]
    scored = _scored(finished, scoring)
    return Merged(
        several,
        scoring,
        scored[scored["first_score"].notna()].reset_index(drop=True),
        stalled=int(finished["winner"].isna().sum()),
        forfeited=int((finished["ending"] == "forfeit").sum()),
        void=int((games["status"] == "void").sum()),
        surplus=int((games["status"] == "surplus").sum()),
        repeated=len(rows) - len(games),
    )


def _compared(run: Run) -> list[str]:
    """The names of the wordings that a run compares."""
    plan = run.manifest.get("plan")
    result = plan.get("wordings") if isinstance(plan, dict) else None
    return [each.name for each in msgspec.convert(result or [], list[Wording])]


def _scored(games: pd.DataFrame, scoring: Scoring) -> pd.DataFrame:
    score = games["winner"].map({"first": 1.0, "second": 0.0}).astype("float64")
    if scoring.stalled == "half":
        score = score.fillna(0.5)
    if scoring.forfeited == "leave_out":
        score = score.mask(games["ending"] == "forfeit")
    teams = {
        f"{team}_team": [
            " + ".join(labels) + (f" ({decide})" if isinstance(decide, str) else "")
            for labels, decide in zip(
                games[f"{team}_operatives"], games[f"{team}_decide"], strict=True
            )
        ]
        for team in ("first", "second")
    }
    return games.assign(first_score=score, **teams)


def _differences(one: Run, other: Run) -> Iterator[str]:
    """Why two runs can't be merged."""
    then, now = played_by(one.manifest), played_by(other.manifest)
    if then.play != now.play:
        yield f"different play_version ({now.play}, {then.play})"
    before, after = _plan(one), _plan(other)
    if _rules(one, before) != _rules(other, before):
        yield f"different rules ('{after['rules']}', '{before['rules']}')"
    if before["words_hash"] != after["words_hash"]:
        yield f"different words ('{after['words']}', '{before['words']}')"
    if before["language"] != after["language"]:
        yield f"different languages ({after['language']}, {before['language']})"
    if _scoring(one) != _scoring(other):
        yield (
            "different `scoring`; run one of them again with the `scoring` of the other, which "
            "plays no game again"
        )
    if then.agents != now.agents:
        yield from _other_prompts(_entrants(before), _entrants(after))
    yield from _other_wordings(before, after)
    yield from _other_minds("entrant", _entrants(before), _entrants(after))
    yield from _other_minds("agent", _agents(before), _agents(after))


def _other_wordings(before: Mapping[str, object], after: Mapping[str, object]) -> Iterator[str]:
    """Wordings that are not among the other run's, where agents of both were given them."""
    one, other = (
        wordings_taken(
            msgspec.convert(plan["entrants"], dict[str, Entrant]),
            msgspec.convert(plan.get("wordings") or [], list[Wording]),
        )
        for plan in (before, after)
    )
    if one and other and not (one <= other or other <= one):
        names = [", ".join(sorted(each.name for each in result)) for result in (other, one)]
        yield f"other prompts ({names[0]}; {names[1]})"


def _other_minds(
    what: str, before: Mapping[str, object], after: Mapping[str, object]
) -> Iterator[str]:
    for name in before.keys() & after.keys():
        if before[name] != after[name]:
            yield f"the {what} '{name}' differs between the runs; rename it in one of them"


def _other_prompts(before: Mapping[str, Entrant], after: Mapping[str, Entrant]) -> Iterator[str]:
    """Entrants of the same name whose models were asked with different agents_versions."""
    for name in before.keys() & after.keys():
        if before[name].models or after[name].models:
            what = "asked models with different agents_versions; rename it in one of the runs"
            yield f"the entrant '{name}' {what}"


def _plan(run: Run) -> Mapping[str, object]:
    plan = run.manifest.get("plan")
    if not isinstance(plan, dict) or not {*_COMPARED} <= plan.keys():
        raise RunError("can't be merged: its manifest has no plan", file=run.folder)
    return plan


def _scoring(run: Run) -> Scoring:
    try:
        return msgspec.convert(run.manifest.get("scoring", {}), Scoring)
    except msgspec.ValidationError as fault:
        raise RunError(f"'scoring' in its manifest is invalid: {fault}", file=run.folder) from None


def _rules(run: Run, plan: Mapping[str, object]) -> str:
    """The hash of the run's rules with the first split of a plan."""
    split = cast("Sequence[str]", plan["splits"])[0]
    return Rules.load(run.folder / "inputs" / "rules.yaml").with_split(split).hash


def _entrants(plan: Mapping[str, object]) -> Mapping[str, Entrant]:
    """The entrants without the config's prompts, which `games.prompts` records for each game."""
    entrants = msgspec.convert(plan["entrants"], dict[str, Entrant])
    return {name: entrant.told(_UNTOLD) for name, entrant in entrants.items()}


def _agents(plan: Mapping[str, object]) -> Mapping[str, object]:
    """The kind and parameters of each agent, by label."""
    return {
        seat.label: (seat.kind, seat.params)
        for entrant in _entrants(plan).values()
        for _, seat in entrant.seats
    }
