"""How far a run has come, as numbers to show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import pyarrow as pa


@dataclass(frozen=True)
class Tally:
    """How far a run has come."""

    total: int
    done: int = 0
    void: int = 0
    first_won: int = 0
    second_won: int = 0
    before: int = 0
    """Of `done`, how many an earlier session had played."""
    seconds: float = 0.0
    """Since this session began."""
    calls: int = 0
    """Attempts at asking models in the games that ended in this session."""
    forfeits: int = 0
    """Turns forfeited in them."""
    stopped: int = 0
    """Pairings that have been played enough."""
    tokens: int = 0
    """Of all calls of the run so far; where a call's are unknown, the most they can be."""
    usd: float = 0.0
    """In the same way."""

    def plus(self, games: pa.Table) -> Tally:
        """This tally and these games, of which `winner` and `status` are needed."""
        winners, status = games["winner"].to_pylist(), games["status"].to_pylist()
        return replace(
            self,
            done=self.done + games.num_rows,
            void=self.void + status.count("void"),
            first_won=self.first_won + winners.count("first"),
            second_won=self.second_won + winners.count("second"),
        )

    def plus_models(self, tables: Mapping[str, pa.Table]) -> Tally:
        """This tally and what models did in the games of these tables."""
        ended = tables["turns"]["ended_by"].to_pylist()
        return replace(
            self,
            calls=self.calls + tables["calls"].num_rows,
            forfeits=self.forfeits + ended.count("forfeit"),
        )

    @property
    def expected_usd(self) -> float:
        """Dollars for the whole run, if the games to come cost as much as those that ended."""
        return self.usd * self.total / self.done if self.done else 0.0

    @property
    def rate(self) -> float:
        """Games a second in this session."""
        return (self.done - self.before) / self.seconds if self.seconds else 0.0


Watch = Callable[[Tally], None]
"""What a run tells how far it has come."""
