"""The progress of a run, as numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import pyarrow as pa


@dataclass(frozen=True)
class Progress:
    """The progress of a run."""

    total: int
    done: int = 0
    void: int = 0
    first_won: int = 0
    second_won: int = 0
    before: int = 0
    """Number of games in `done` that earlier sessions played."""
    seconds: float = 0.0
    """Duration of this session."""
    calls: int = 0
    """Call attempts in the games that ended in this session."""
    forfeits: int = 0
    """Forfeited turns in the games that ended in this session."""
    stopped: int = 0
    """Pairings that the stopping rule has decided."""
    tokens: int = 0
    """Tokens of all calls of the run so far. A call with unknown tokens counts as its maximum."""
    usd: float = 0.0
    """Dollars of all calls of the run so far. A call of unknown cost counts as its maximum."""

    def plus(self, games: pa.Table) -> Progress:
        """This tally plus the games of a table with the columns `winner` and `status`."""
        winners, status = games["winner"].to_pylist(), games["status"].to_pylist()
        return replace(
            self,
            done=self.done + games.num_rows,
            void=self.void + status.count("void"),
            first_won=self.first_won + winners.count("first"),
            second_won=self.second_won + winners.count("second"),
        )

    def plus_models(self, tables: Mapping[str, pa.Table]) -> Progress:
        """This tally plus the calls and forfeited turns in these tables."""
        ended = tables["turns"]["ended_by"].to_pylist()
        return replace(
            self,
            calls=self.calls + tables["calls"].num_rows,
            forfeits=self.forfeits + ended.count("forfeit"),
        )

    @property
    def expected_usd(self) -> float:
        """Expected dollars of the whole run, if the remaining games cost as much as past games."""
        return self.usd * self.total / self.done if self.done else 0.0

    @property
    def rate(self) -> float:
        """Games per second in this session."""
        return (self.done - self.before) / self.seconds if self.seconds else 0.0


Watch = Callable[[Progress], None]
"""A function to which a run reports its progress."""
