"""Which pairings of a run were stopped early, and on what evidence."""

from __future__ import annotations

from dataclasses import dataclass

from codenames_sim.records import Run
from codenames_sim.runner import recorded_plan
from codenames_sim.runner.run_state import run_state
from codenames_sim.stats import Interval, Sprt
from codenames_sim.tournament import Segment, Verdict


@dataclass(frozen=True)
class Stopping:
    """The state of a pairing under a stopping rule."""

    pairing: str
    verdict: Verdict | None
    """The decision; None while there is none."""
    last_pair: int | None
    """The number, from 0, of the pair that decided."""
    pairs: int
    """Pairs that count as evidence."""
    skipped: int
    """Pairs that don't count, because one of their games is void or does not count."""
    surplus: int
    """Games played beyond the pair that decided."""
    sprt: Sprt | None
    llr: float | None
    """The log-likelihood ratio of `sprt`; None with another rule."""
    score: Interval | None
    """With the rule `precision`: the first entrant's mean score and its 95 % interval, which is
    valid at any stopping time."""


def stopping(run: Run) -> tuple[Stopping, ...]:
    """The state of each pairing under the run's stopping rule; empty without a rule."""
    plan = run.manifest.get("plan")
    if not isinstance(plan, dict) or plan.get("stop") is None:
        return ()
    scheduler = run_state(recorded_plan(run.folder), run.folder).scheduler
    return tuple(_stopping(segment) for segment in scheduler.segments)


def _stopping(segment: Segment) -> Stopping:
    evidence = segment.evidence
    assert evidence is not None, "a plan with a rule gives every line its evidence"
    return Stopping(
        segment.pairing.name,
        segment.verdict,
        segment.end - 1 if segment.verdict else None,
        evidence.pairs,
        evidence.skipped,
        segment.results.beyond(segment.end) if segment.verdict else 0,
        evidence.stop.sprt,
        evidence.llr,
        evidence.interval,
    )
