"""Access of a run's games to language models, and the records of all attempts."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import structs

from codenames_sim.llm import Cache, Client, DecisionSession
from codenames_sim.records import CallRow
from codenames_sim.rules import Game
from codenames_sim.runner.journal import RunJournal


@dataclass(frozen=True)
class Models:
    """The client, journal and cache that all games of a run share."""

    client: Client
    journal: RunJournal | None = None
    cache: Cache | None = None

    def stop(self) -> None:
        """Make no new calls from now on."""
        self.client.stop()


class GameSessions:
    """The desks of one game, one for each seat and decision."""

    def __init__(self, models: Models | None, game: Game, game_id: str):
        self._models = models
        self._game = game
        self._game_id = game_id
        self._opened: list[tuple[int, str, int, DecisionSession]] = []

    def open(self, seat: str, decision: int) -> DecisionSession | None:
        """A new desk for a seat's decision; None if the game has no models."""
        models = self._models
        if models is None:
            return None
        session = DecisionSession(
            models.client, (self._game_id, seat, decision), models.journal, models.cache
        )
        self._opened.append((len(self._game.turns), seat, decision, session))
        return session

    def calls(self) -> tuple[CallRow, ...]:
        """Every attempt so far."""
        return tuple(
            CallRow(
                game_id=self._game_id,
                turn=turn,
                seat=seat,
                decision=decision,
                **structs.asdict(call),
            )
            for turn, seat, decision, session in self._opened
            for call in session.calls
        )
