"""A run in short, on the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from codenames_sim.analysis import Overview, Stopping
from codenames_sim.report.shown import shown
from codenames_sim.stats import Interval

VERDICTS = {
    "first": "going first paid",
    "second": "going second paid",
    "neither": "can't be told from even",
}
CORRECTED = "\nWhether going first paid is tested at 5 %, corrected over the splits (Holm)."


def summary(name: str, found: Overview) -> RenderableType:
    """Who won how often, whether going first paid, how games ended, and what went wrong."""
    parts: list[RenderableType] = [_head(name, found)]
    if any(record.rate for record in found.entrants):
        parts.append(_wins(found))
    parts += [_first(found), _facts(found)]
    if found.stopping:
        parts.append(_stopping(found))
    if found.void:
        parts.append(_void(found))
    return Group(*parts)


def _head(name: str, found: Overview) -> Text:
    boards = f"{found.boards:,} board{'s' if found.boards != 1 else ''}"
    surplus = f", and {found.surplus:,} surplus" if found.surplus else ""
    return Text.assemble((shown(name), "bold"), f": {found.games:,} games on {boards}{surplus}\n")


def _wins(found: Overview) -> Table:
    table = Table(title="Wins against others", title_justify="left", box=None, padding=(0, 2, 0, 0))
    for column in ("entrant", "games", "wins", "rate", "95 % interval"):
        table.add_column(column, justify="left" if column == "entrant" else "right")
    records = [record for record in found.entrants if record.rate is not None]
    for record in sorted(records, key=lambda record: -(record.rate.estimate if record.rate else 0)):
        assert record.rate is not None
        table.add_row(
            Text(shown(record.entrant)),
            f"{record.games:,}",
            f"{record.wins:,}",
            f"{record.rate.estimate:.1%}",
            _interval(record.rate),
        )
    return table


def _first(found: Overview) -> Table:
    table = Table(
        title="\nDid going first pay?", title_justify="left", box=None, padding=(0, 2, 0, 0)
    )
    for column in ("split", "decided games", "first team won", "95 % interval", ""):
        table.add_column(column, justify="left" if column in ("split", "") else "right")
    for split, rate in found.first_won.items():
        verdict = VERDICTS[found.favours[split]]
        table.add_row(split, f"{rate.n:,}", f"{rate.estimate:.1%}", _interval(rate), verdict)
    return table


def _interval(rate: Interval) -> str:
    return f"{rate.low:.1%} – {rate.high:.1%}"


def _stopping(found: Overview) -> Table:
    table = Table(title=_rule(found), title_justify="left", box=None, padding=(0, 2, 0, 0))
    for column in ("pairing", "decided", "at pair", "evidence", "pairs", "skipped", "surplus"):
        table.add_column(
            column, justify="left" if column in ("pairing", "decided", "evidence") else "right"
        )
    for each in found.stopping:
        table.add_row(
            Text(shown(each.pairing)),
            each.verdict or "undecided",
            "" if each.last_pair is None else f"{each.last_pair:,}",
            _evidence(each),
            f"{each.pairs:,}",
            f"{each.skipped:,}",
            f"{each.surplus:,}",
        )
    return table


def _rule(found: Overview) -> str:
    test = found.stopping[0].sprt
    if test is None:
        return "\nStopped once the score was precise enough"
    low, high = test.bounds
    return (
        f"\nSPRT of elo0 = {test.elo0:g} against elo1 = {test.elo1:g}: "
        f"the log-likelihood ratio accepts elo0 at {low:.2f}, elo1 at {high:.2f}"
    )


def _evidence(each: Stopping) -> str:
    if each.score is None:
        return f"LLR {each.llr:+.2f}"
    return f"score {each.score.estimate:.1%} ({_interval(each.score)})"


def _facts(found: Overview) -> Text:
    played = found.games - found.void
    endings = ", ".join(
        f"{name.replace('_', ' ')} {count / played:.1%}" for name, count in found.endings.items()
    )
    illegal = f"{found.illegal_clues / found.clues:.1%}" if found.clues else "none"
    return Text(
        f"\nEndings: {endings or 'none'}.\n"
        f"{found.turns:.1f} turns a game; {found.correct_a_clue:.2f} own agents for each legal "
        f"clue; illegal clues {illegal}; forfeited turns {found.forfeited_turns:,}; "
        f"void games {found.void:,}.\n"
        "Intervals are clustered by board, over decided games; stalled games have no winner."
        f"{CORRECTED if len(found.first_won) > 1 else ''}"
    )


def _void(found: Overview) -> Text:
    return Text(
        f"\n{found.void:,} void games, left out of all figures. They had come to "
        f"{found.void_turns:.1f} turns on average. The first one says:\n"
        f"  {shown(found.first_error)}",
        style="yellow",
    )
