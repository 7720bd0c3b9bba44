"""Which pairings of a run were stopped, and on what evidence."""

from __future__ import annotations

from dataclasses import dataclass

from codenames_sim.records import Run
from codenames_sim.runner import recorded_plan
from codenames_sim.runner.standing import standing
from codenames_sim.stats import Interval, Sprt
from codenames_sim.tournament import Line, Verdict


@dataclass(frozen=True)
class Stopping:
    """A pairing under a rule that may stop it."""

    pairing: str
    verdict: Verdict | None
    """What was decided; None while nothing is."""
    last_pair: int | None
    """The number, from 0, of the pair that decided."""
    pairs: int
    """Pairs taken into account."""
    skipped: int
    """Pairs left out, since a game of theirs is void or does not count."""
    surplus: int
    """Games played beyond the pair that decided."""
    sprt: Sprt | None
    llr: float | None
    """The log-likelihood ratio that `sprt` came to; None under another rule."""
    score: Interval | None
    """Where the rule is `precision`: the first entrant's mean score, at 95 % whenever it stops."""


def stopping(run: Run) -> tuple[Stopping, ...]:
    """How each pairing stands with the run's stopping rule; empty where there is none."""
    plan = run.manifest.get("plan")
    if not isinstance(plan, dict) or plan.get("stop") is None:
        return ()
    course = standing(recorded_plan(run.folder), run.folder).course
    return tuple(_stopping(line) for line in course.lines)


def _stopping(line: Line) -> Stopping:
    evidence = line.evidence
    assert evidence is not None, "a plan with a rule gives every line its evidence"
    return Stopping(
        line.pairing.name,
        line.verdict,
        line.end - 1 if line.verdict else None,
        evidence.pairs,
        evidence.skipped,
        line.results.beyond(line.end) if line.verdict else 0,
        evidence.stop.sprt,
        evidence.llr,
        evidence.interval,
    )
