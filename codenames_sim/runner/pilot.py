"""A pilot: a few games of a run, played and paid for, to learn what the whole run will take."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from math import gcd
from pathlib import Path

from codenames_sim.records import Run
from codenames_sim.runner.folder import finished_run, locked, open_run
from codenames_sim.runner.progress import Watch
from codenames_sim.runner.run import Ended, Options, play_run
from codenames_sim.tournament import (
    Fixture,
    Pair,
    Pairing,
    Plan,
    fixtures_of,
    games_per_pair,
    model_games,
)


def pilot_games(plan: Plan) -> Iterator[Fixture]:
    """The games of a run in which language models play, as a pilot plays them.

    Each next game is of another pairing, on another board, and of another kind (split, and who
    starts), as long as there are others. So any number of them, from the first on, is spread as
    evenly as can be, and games of one pairing on different boards are independent.
    """
    meeting = list(model_games(plan))
    waiting = [
        _games_of(plan, pairing, index, len(meeting)) for index, pairing in enumerate(meeting)
    ]
    while waiting:
        for games in list(waiting):
            if (fixture := next(games, None)) is None:
                waiting.remove(games)
            else:
                yield fixture


def _games_of(plan: Plan, pairing: Pairing, index: int, pairings: int) -> Iterator[Fixture]:
    """All games of the pairing `index`: first one on each board, then another one on each board."""
    kinds = games_per_pair(plan, pairing)
    # Steps of about the golden section visit all kinds, and few of them evenly.
    step = next(n for n in range(max(1, round(kinds * 0.618)), kinds + 1) if gcd(n, kinds) == 1)
    for lap in range(kinds):
        position = lap
        for offset in range(pairings):
            for board in range((index + offset) % pairings, plan.boards, pairings):
                games = list(fixtures_of(plan, [Pair(pairing, board)]))
                yield games[position * step % kinds]
                position += 1


def play_pilot(plan: Plan, folder: Path, games: int, options: Options, watch: Watch) -> Ended:
    """Plays the first `games` of a run's pilot into a folder, except those that it holds already.

    The folder is that of a run begun: `resume` plays the rest of the run. Raises what `play_run`
    does.
    """
    if finished_run(plan, folder):
        return "finished"
    with locked(folder):
        open_run(plan, folder)
        there = _recorded(Run(folder))
    wanted = islice(pilot_games(plan), games)
    only = [fixture for fixture in wanted if fixture.game_id not in there]
    if not only:
        return "limit"
    return play_run(plan, folder, replace(options, only=only), watch).ended


def _recorded(run: Run) -> set[str]:
    """The ids of the games in a run's tables."""
    if not run.parts("games"):
        return set()
    ids = run.table("games", ["game_id"])["game_id"].to_pylist()
    return {str(game_id) for game_id in ids}
