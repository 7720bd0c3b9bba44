"""A run in short, on the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from codenames_sim.analysis import Overview, Stopping
from codenames_sim.report.sanitize import shown
from codenames_sim.stats import Interval

VERDICTS = {
    "first": "going first paid",
    "second": "going second paid",
    "neither": "can't be told from even",
}
CORRECTED = "\nWhether going first paid is tested at 5 %, corrected over the splits (Holm)."


def summary(name: str, result: Overview) -> RenderableType:
    """Who won how often, whether going first paid, how games ended, and what went wrong."""
    parts: list[RenderableType] = [_head(name, result)]
    if any(record.rate for record in result.entrants):
        parts.append(_wins(result))
    parts += [_first(result), _facts(result)]
    if result.stopping:
        parts.append(_stopping(result))
    if result.void:
        parts.append(_void(result))
    return Group(*parts)


def _head(name: str, result: Overview) -> Text:
    boards = f"{result.boards:,} board{'s' if result.boards != 1 else ''}"
    surplus = f", and {result.surplus:,} surplus" if result.surplus else ""
    return Text.assemble((shown(name), "bold"), f": {result.games:,} games on {boards}{surplus}\n")


def _wins(result: Overview) -> Table:
    table = Table(title="Wins against others", title_justify="left", box=None, padding=(0, 2, 0, 0))
    for column in ("entrant", "games", "wins", "rate", "95 % interval"):
        table.add_column(column, justify="left" if column == "entrant" else "right")
    records = [record for record in result.entrants if record.rate is not None]
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


def _first(result: Overview) -> Table:
    table = Table(
        title="\nDid going first pay?", title_justify="left", box=None, padding=(0, 2, 0, 0)
    )
    for column in ("split", "decided games", "first team won", "95 % interval", ""):
        table.add_column(column, justify="left" if column in ("split", "") else "right")
    for split, rate in result.first_won.items():
        verdict = VERDICTS[result.favours[split]]
        table.add_row(split, f"{rate.n:,}", f"{rate.estimate:.1%}", _interval(rate), verdict)
    return table


def _interval(rate: Interval) -> str:
    return f"{rate.low:.1%} – {rate.high:.1%}"


def _stopping(result: Overview) -> Table:
    table = Table(title=_rule(result), title_justify="left", box=None, padding=(0, 2, 0, 0))
    for column in ("pairing", "decided", "at pair", "evidence", "pairs", "skipped", "surplus"):
        table.add_column(
            column, justify="left" if column in ("pairing", "decided", "evidence") else "right"
        )
    for each in result.stopping:
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


def _rule(result: Overview) -> str:
    test = result.stopping[0].sprt
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


def _facts(result: Overview) -> Text:
    played = result.games - result.void
    endings = ", ".join(
        f"{name.replace('_', ' ')} {count / played:.1%}" for name, count in result.endings.items()
    )
    illegal = f"{result.illegal_clues / result.clues:.1%}" if result.clues else "none"
    return Text(
        f"\nEndings: {endings or 'none'}.\n"
        f"{result.turns:.1f} turns a game; {result.correct_a_clue:.2f} own agents for each legal "
        f"clue; illegal clues {illegal}; forfeited turns {result.forfeited_turns:,}; "
        f"void games {result.void:,}.\n"
        "Intervals are clustered by board, over decided games; stalled games have no winner."
        f"{CORRECTED if len(result.first_won) > 1 else ''}"
    )


def _void(result: Overview) -> Text:
    return Text(
        f"\n{result.void:,} void games, left out of all figures. They had come to "
        f"{result.void_turns:.1f} turns on average. The first one says:\n"
        f"  {shown(result.first_error)}",
        style="yellow",
    )
