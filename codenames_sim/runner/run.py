"""Plays a whole run: games in this process or in workers, and writes their tables.

A run can end at any moment and be resumed. Games that are in the tables are not played again. All
other games are played from the start, with answers from the journal where it has them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypeVar

import pyarrow as pa

from codenames_sim.errors import CodenamesError
from codenames_sim.llm import BudgetSpent, Client, FileCache, Stopped
from codenames_sim.records import (
    Played,
    TableRows,
    TableWriter,
    discard_void,
    mark_surplus,
    read_manifest,
)
from codenames_sim.runner.concurrent_games import NextGame, play_all
from codenames_sim.runner.folder import close_run, locked, open_run, write_manifest
from codenames_sim.runner.game_budget import GameBudget
from codenames_sim.runner.game_limit import GameLimit
from codenames_sim.runner.gc_tuning import tuned_gc
from codenames_sim.runner.journal import RunJournal
from codenames_sim.runner.model_access import Models
from codenames_sim.runner.progress import Progress, Watch
from codenames_sim.runner.run_state import RunState, results, run_state
from codenames_sim.runner.signals import on_interrupt
from codenames_sim.runner.workers import (
    GAMES_PER_BATCH,
    GAMES_PER_BATCH_IN_DOUBT,
    Batch,
    kill_workers,
    make_pool,
    play_batch,
    play_local,
)
from codenames_sim.tournament import (
    Fixture,
    Pair,
    Plan,
    Segment,
    fixtures_of,
    games_per_pair,
    main_process_only,
    pairings,
)

WATCH_EVERY = 0.25
"""Seconds between two calls of `watch`."""
JOURNAL = "journal.sqlite"

_Done = TypeVar("_Done")
_Due = TypeVar("_Due", Batch, Fixture)


class WorkerDied(CodenamesError):
    """A worker process has died."""

    def __init__(self) -> None:
        super().__init__("a worker process died, possibly for lack of memory; resume the run")


Ended = Literal["finished", "stopped", "budget", "limit"]
"""`limit` where all games that the session may play are played, and others are left."""


@dataclass(frozen=True)
class Options:
    """How a run is executed. No option changes a game."""

    workers: int
    """Number of processes for games without language models; 0 plays them in this process."""
    in_flight: int = 32
    """Number of games that a process plays concurrently."""
    grace: float = 30.0
    """Seconds that games in flight get to finish after the run is asked to stop."""
    retry_void: bool = False
    """Whether void games of earlier sessions are played again."""
    limit: int | None = None
    """The most games that this session plays; whole mirrored pairs if it allows for more than one
    game."""
    only: Sequence[Fixture] | None = None
    """The games that this session plays, where it is not to play all that are left. All of them
    stay in this process."""
    overrides: Sequence[str] | None = None
    """What the command line set in the config, for the manifest; None keeps what is there."""


@dataclass(frozen=True)
class Result:
    """How a session of a run ended."""

    ended: Ended
    progress: Progress


def play_run(plan: Plan, folder: Path, options: Options, watch: Watch) -> Result:
    """Play all games of a plan that the folder does not contain yet, reporting progress to `watch`.

    After the first SIGINT or SIGTERM no game starts and no model is asked; games in flight get
    `grace` seconds. The second signal ends the run at once. In both cases the run can be resumed.
    Raises RunError if the folder contains another run or can't be written. Games that ended before
    an error are kept.
    """
    with locked(folder):
        open_run(plan, folder)
        if options.overrides is not None:
            write_manifest(folder, read_manifest(folder) | {"overrides": list(options.overrides)})
        if options.retry_void:
            discard_void(folder)
        session = _Session(plan, folder, options, watch, run_state(plan, folder))
        try:
            with tuned_gc():
                ended = asyncio.run(session.play())
        except BaseExceptionGroup as several:
            raise _first(several) from None
        counted = {"games": session.progress.done, "void": session.progress.void}
        if plan.is_adaptive:
            counted = mark_surplus(folder, session.scheduler.is_due)
        if ended == "finished":
            close_run(folder, **counted)
            if not counted["void"]:
                _remove_journal(folder)
        return Result(ended, session.progress)


def drop_journal(folder: Path) -> None:
    """Abandon void games for good: delete the journal with their answers."""
    with locked(folder):
        _remove_journal(folder)


def _remove_journal(folder: Path) -> None:
    for file in folder.glob(f"{JOURNAL}*"):
        file.unlink()


def _first(fault: BaseException) -> BaseException:
    """The first exception of a group, at any depth."""
    while isinstance(fault, BaseExceptionGroup):
        fault = fault.exceptions[0]
    return fault


def _opened(cache: Path | None) -> AbstractContextManager[FileCache | None]:
    """The response cache, which is closed afterwards."""
    return nullcontext() if cache is None else closing(FileCache(cache))


class _Session:
    def __init__(self, plan: Plan, folder: Path, options: Options, watch: Watch, result: RunState):
        self.plan = plan
        self.folder = folder
        self.options = options
        self.scheduler = result.scheduler
        self._skipped = result.begun
        """Ids of games not to be played, of pairs that are: those in the tables, and those beyond
        the limit."""
        self._limit = GameLimit(options.limit)
        progress = Progress(result.scheduler.games).plus(result.games)
        self.progress = replace(progress, before=progress.done)
        self.ended: Ended = "finished"
        self.models: Models | None = None
        self._watch = watch
        self._began = self._watched = time.monotonic()
        self._playing: asyncio.Task[None] | None = None
        # A single thread, so that writes never overlap, even after a cancellation.
        self._writer_thread = ThreadPoolExecutor(1)
        self._to_write: list[Played] = []
        self._news = asyncio.Event()
        """Set and replaced whenever more games may be due or the session ends."""

    @property
    def going(self) -> bool:
        """Whether games may still start."""
        return self.ended == "finished"

    async def play(self) -> Ended:
        journal = self._journal()
        self.writer = TableWriter(self.folder, journal.forget if journal else lambda ids: None)
        self._playing = asyncio.create_task(self._play_everything(journal))
        try:
            with on_interrupt(self.stop):
                await self._playing
        except asyncio.CancelledError:
            self.ended = "stopped"
        finally:
            await self._writing(self.writer.flush)
            self._writer_thread.shutdown()
            if journal is not None:
                await journal.aclose()
        if self.scheduler.over:
            self.ended = "finished"
        elif self.ended == "finished":
            self.ended = "limit"
        self.show(now=True)
        return self.ended

    def stop(self) -> None:
        """Stop the session: gracefully at the first call, at once at the second."""
        assert self._playing is not None
        if self.ended == "stopped":
            self._playing.cancel()
            return
        self._end("stopped")
        if self.models is not None:
            self.models.stop()
        asyncio.get_running_loop().call_later(self.options.grace, self._playing.cancel)

    def _end(self, why: Ended) -> None:
        """Start no further games."""
        self.ended = why
        self._tell()

    def _tell(self) -> None:
        """Wake the tasks that wait for news."""
        self._news.set()
        self._news = asyncio.Event()

    async def _due(self, source: Iterator[_Due | None]) -> _Due | None:
        """The next item of `source`, after waiting for results if necessary; None at the end."""
        for result in source:
            if result is not None or not self.going or self._limit.reached:
                return result if self.going else None
            await self._news.wait()
        return None

    async def _play_everything(self, journal: RunJournal | None) -> None:
        async with asyncio.TaskGroup() as parts:
            local = not all(
                main_process_only(self.plan, pairing) for pairing in pairings(self.plan)
            )
            if local and self.options.only is None:
                parts.create_task(self._play_local())
            if journal is not None:
                parts.create_task(self._play_here(journal))

    def _journal(self) -> RunJournal | None:
        """The journal; None if no entrant needs one."""
        if not any(entrant.main_process_only for entrant in self.plan.entrants.values()):
            return None
        return RunJournal(self.folder / JOURNAL)

    async def _play_local(self) -> None:
        """Play the games that any process can play."""
        plan, in_flight, workers = self.plan, self.options.in_flight, self.options.workers
        batches = self._batches()
        if workers == 0:
            while (batch := await self._due(batches)) is not None:
                rows = await play_local(plan, batch, in_flight, lambda: self.going)
                await self.add(rows.tables())
            return
        loop, pool = asyncio.get_running_loop(), make_pool(plan, workers)

        async def lane() -> None:
            while (batch := await self._due(batches)) is not None:
                try:
                    tables = await loop.run_in_executor(pool, play_batch, batch, in_flight)
                except BrokenProcessPool:
                    raise WorkerDied from None
                await self.add(tables)

        try:
            async with asyncio.TaskGroup() as lanes:
                for _ in range(2 * workers):
                    lanes.create_task(lane())
        except asyncio.CancelledError:
            kill_workers()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def _pairs(self, wanted: Callable[[Segment], bool]) -> Iterator[Pair | None]:
        """The pairs of the lines `wanted` to be played in this session; None while none is known.

        Their games are those that are not `_skipped`.
        """
        for pair in self.scheduler.unfinished(wanted):
            if pair is None or not self._limit.counts:
                yield pair
                continue
            fixtures = fixtures_of(self.plan, [pair])
            games = [each for each in fixtures if each.game_id not in self._skipped]
            now = [] if self._limit.reached else self._limit.begin(games)
            self._skipped |= {each.game_id for each in games[len(now) :]}
            if now:
                yield pair
            if self._limit.reached:
                self._tell()
                yield None
                return

    def _batches(self) -> Iterator[Batch | None]:
        """The remaining pairs that any process can play, in batches; None while none is known."""
        enough = GAMES_PER_BATCH_IN_DOUBT if self.plan.is_adaptive else GAMES_PER_BATCH
        pairs: list[Pair] = []
        games = 0
        for pair in self._pairs(lambda segment: not segment.main_process_only):
            if pair is not None:
                pairs.append(pair)
                games += games_per_pair(self.plan, pair.pairing)
                if games < enough:
                    continue
            yield Batch(tuple(pairs), self._skipped) if pairs else None
            pairs, games = [], 0

    async def _play_here(self, journal: RunJournal) -> None:
        """Play the games that only this process can play."""

        async def done(played: Played) -> None:
            game_budget.end(played.calls)
            self._to_write.append(played)
            if len(self._to_write) == 1:
                await self._write_games()

        async with Client(self.plan.models, journal.spent()) as client:
            journal.watch(lambda: client.budget.spent + client.budget.in_flight)
            specs = {spec for each in self.plan.entrants.values() for spec in each.models}
            await client.open(specs)
            with _opened(self.plan.cache) as cache:
                self.models, game_budget = Models(client, journal, cache), GameBudget(client.budget)
                in_flight, take = self.options.in_flight, self._taking(game_budget)
                await play_all(
                    self.plan,
                    take,
                    in_flight,
                    done,
                    models=self.models,
                    broken_off=self._broken_off,
                )

    def _taking(self, game_budget: GameBudget) -> NextGame:
        """A `NextGame` of this process's remaining games, as long as the budget admits more."""
        games = self._staying()

        async def take() -> Fixture | None:
            fixture = await self._due(games)
            if fixture is not None and not game_budget.begin():
                self._end_for_budget()
            return fixture if self.going else None

        return take

    def _staying(self) -> Iterator[Fixture | None]:
        """The remaining games that only this process can play; None while none is known."""
        if self.options.only is not None:
            yield from self.options.only
            return
        for pair in self._pairs(lambda segment: segment.main_process_only):
            if pair is None:
                yield None
                continue
            for fixture in fixtures_of(self.plan, [pair]):
                if fixture.game_id not in self._skipped:
                    yield fixture

    def _broken_off(self, why: BudgetSpent | Stopped) -> None:
        if isinstance(why, BudgetSpent) and self.going:
            self._end_for_budget()

    def _end_for_budget(self) -> None:
        """Start no further games. `near_budget` decides whether games in progress continue."""
        self._end("budget")
        if self.models is not None and self.plan.models.near_budget == "stop":
            self.models.stop()

    async def _write_games(self) -> None:
        """Write all games that have ended by the time the writer is free."""

        def tables() -> dict[str, pa.Table]:
            rows = TableRows()
            while self._to_write:
                rows.add(self._to_write.pop(0))
            return rows.tables()

        await self.add(await self._writing(tables))

    async def _writing(self, work: Callable[[], _Done]) -> _Done:
        return await asyncio.get_running_loop().run_in_executor(self._writer_thread, work)

    async def add(self, tables: dict[str, pa.Table]) -> None:
        await self._writing(lambda: self.writer.add(tables))
        self.scheduler.add(results(tables["games"], self.plan.scoring))
        progress = self.progress.plus(tables["games"]).plus_models(tables)
        self.progress = replace(
            progress, total=self.scheduler.games, stopped=self.scheduler.stopped
        )
        self._tell()
        self.show()

    def show(self, *, now: bool = False) -> None:
        clock = time.monotonic()
        if now or clock - self._watched >= WATCH_EVERY:
            self._watched = clock
            self.progress = replace(self.progress, seconds=clock - self._began)
            if self.models is not None:
                spent = self.models.client.budget.spent
                self.progress = replace(self.progress, tokens=spent.tokens, usd=spent.usd)
            self._watch(self.progress)
