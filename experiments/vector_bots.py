"""Measures how well word tables understand each other, and the strength of the vector agents.

    python experiments/vector_bots.py pairs  every pair of tables against one table
    python experiments/vector_bots.py planning  the planning rule against the margins rule
    python experiments/vector_bots.py strengths  each named strength against the next lower one
    python experiments/vector_bots.py margins  the search that tuned the margins
    python experiments/vector_bots.py pace  the probabilities of right guesses in a turn

All matches are mirrored pairs: each board is played twice, and each team starts once.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from codenames_sim.agents import TeamAgents
from codenames_sim.agents.vectors import STRENGTHS, VectorOperative, VectorSpymaster
from codenames_sim.boards import deal
from codenames_sim.match import play_match
from codenames_sim.rules import Card, Game, Rules, Seen, Team, TurnSeen
from codenames_sim.stats.intervals import clustered_rate

Make = Callable[[], TeamAgents]

RULES = Rules.load("codenames")
MINDS: dict[str, str | dict[str, float]] = {
    "glove": "glove",
    "minilm": "minilm",
    "both": {"glove": 1, "minilm": 1},
}
NOISY = {"temperature": 0.12, "stop": 0.1, "extra": 0.1}
"""The operative of both teams when spymasters are compared: about two right guesses per clue."""
TUNING_SEED, SEED = 1_000_000, 0
"""Margins are tuned on different boards than spymasters are compared on."""
GRID = {
    "assassin": (0.1, 0.15, 0.2, 0.25, 0.3),
    "opponent": (0.1, 0.15, 0.2, 0.25),
    "bystander": (0.0, 0.05, 0.1),
    "least": (0.1, 0.15, 0.2, 0.3),
    "most": (3, 9),
}


@dataclass
class Record:
    """The results of one team in its games against another."""

    won: list[int] = field(default_factory=list)
    """1 or 0 for each game."""
    boards: list[int] = field(default_factory=list)
    clues: int = 0
    said: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    """The number of turns by the way they ended."""
    right: int = 0
    right_at: Counter[tuple[int, int]] = field(default_factory=Counter)
    """Right guesses, by own agents left at the start of the turn and right guesses before."""
    reached: Counter[tuple[int, int]] = field(default_factory=Counter)
    """Guesses and stops, by the same key."""
    turns: int = 0
    """Turns of both teams."""

    def add(self, board: int, game: Game, team: Team) -> None:
        """Count a game in which this team was `team`."""
        assert game.outcome is not None
        self.won.append(int(game.outcome.winner == team))
        self.boards.append(board)
        self.turns += game.outcome.turns
        left = Counter(game.board.key)
        for turn in game.turns:
            began = left[turn.team]
            left.update({card: -count for card, count in _covered(turn).items()})
            if turn.team == team:
                self.clues += 1
                self.said += turn.number or 0
                right = sum(guessed.card == "own" for guessed in turn.guesses)
                self.right += right
                still = turn.ended_by not in ("won", "limit")
                self.right_at.update((began, result) for result in range(right))
                self.reached.update((began, result) for result in range(right + still))
                self.endings[turn.ended_by or ""] += 1

    def row(self, name: str) -> str:
        """A row of the table with the heading `HEAD`."""
        wins = clustered_rate(self.won, self.boards)
        games = len(self.won)
        return (
            f"{name:<28}{wins.estimate:>7.1%}  [{wins.low:.1%}, {wins.high:.1%}]"
            f"{self.right / self.clues:>10.2f}{self.said / self.clues:>8.2f}"
            f"{self.endings['assassin'] / games:>10.1%}{self.turns / games:>8.1f}"
        )


def _covered(turn: TurnSeen) -> Counter[Card]:
    """The cards covered in a turn."""
    other: dict[Team, Team] = {"first": "second", "second": "first"}
    cards: dict[Seen, Card] = {"own": turn.team, "opponent": other[turn.team]}
    return Counter(cards.get(guessed.card, "bystander") for guessed in turn.guesses)


HEAD = "\n".join(
    f"{name:<28}{wins:>7}  {interval:<15}{right:>10}{said:>8}{assassin:>10}{turns:>8}"
    for name, wins, interval, right, said, assassin, turns in (
        ("", "", "", "right", "number", "assassin", "turns"),
        ("team", "wins", "95 % interval", "/clue", "/clue", "losses", "/game"),
    )
)


def meet(one: Make, other: Make, boards: Iterable[int]) -> tuple[Record, Record]:
    """Play a mirrored pair between two teams on each board."""
    records = Record(), Record()

    async def play_all() -> None:
        for seed in boards:
            board = deal(RULES, seed=seed)
            for first, second in ((0, 1), (1, 0)):
                game = Game(RULES, board)
                teams = (one, other)
                agents: dict[Team, TeamAgents] = {
                    "first": teams[first](),
                    "second": teams[second](),
                }
                await play_match(game, agents, f"minds/{seed}/{first}")
                records[first].add(seed, game, "first")
                records[second].add(seed, game, "second")

    asyncio.run(play_all())
    return records


def pairs(boards: int, minds: list[str]) -> None:
    """Compare all combinations of the spymaster's and the operative's table."""
    print(f"against {minds[0]} > {minds[0]}; all operatives with {NOISY}")
    print(HEAD)
    for giver, guesser in itertools.product(minds, minds):
        one, other = (
            _team({**NOISY, "noise": 0, "table": MINDS[a]}, {**NOISY, "table": MINDS[b]})
            for a, b in ((giver, guesser), (minds[0], minds[0]))
        )
        record, _ = meet(one, other, range(SEED, SEED + boards))
        print(record.row(f"{giver} > {guesser}"), flush=True)


def planning(boards: int) -> None:
    """Compare the planning rule with the margins rule, with the same operative."""
    records = meet(_by_rule("planning"), _by_rule("margins"), range(SEED, SEED + boards))
    print(f"all operatives with {NOISY}")
    print(HEAD)
    for name, record in zip(("planning", "margins"), records, strict=True):
        print(record.row(name))


def strengths(boards: int) -> None:
    """Compare each strength with the next lower one."""
    print(HEAD)
    for below, above in itertools.pairwise(STRENGTHS):
        one, other = (_team({"strength": name}, {"strength": name}) for name in (above, below))
        records = meet(one, other, range(SEED, SEED + boards))
        for name, record in zip((f"{above} against {below}", f"  {below}"), records, strict=True):
            print(record.row(name), flush=True)


def pace(boards: int) -> None:
    """Print the turn probabilities of a team against itself, which `vectors/winning.py` assumes."""
    one, other = meet(_by_rule("planning"), _by_rule("planning"), range(SEED, SEED + boards))
    right, reached = one.right_at + other.right_at, one.reached + other.reached
    for began in sorted({began for began, _ in reached}):
        rates = [
            right[began, result] / reached[began, result]
            for result in range(6)
            if reached[began, result]
        ]
        print(f"{began} left:", *[f"{rate:.2f}" for rate in rates])
    ends = one.endings + other.endings
    whole = sum(ends.values()) - ends["won"]
    print({end: round(count / whole, 3) for end, count in ends.items() if end != "won"})


def margins(boards: int) -> None:
    """Find the best margins against the planning rule, by successive elimination.

    All settings of the grid play on a few boards. The best quarter then plays on three times as
    many new boards, and so on until four settings are left.
    """
    grid = itertools.product(*GRID.values())
    settings = [dict(zip(GRID, values, strict=True)) for values in grid]
    start = TUNING_SEED
    while True:
        rates = []
        for setting in settings:
            one, other = _by_rule("margins", **setting), _by_rule("planning")
            record, _ = meet(one, other, range(start, start + boards))
            rates.append((sum(record.won) / len(record.won), setting))
        rates.sort(key=lambda rate: -rate[0])
        print(f"{len(settings)} settings on {boards} boards; the best:")
        for rate, setting in rates[:4]:
            print(f"{rate:>7.1%}  {setting}", flush=True)
        if len(settings) <= 4:
            return
        settings = [setting for _, setting in rates[: max(4, len(settings) // 4)]]
        start += boards
        boards *= 3


def _by_rule(rule: str, **margins: float) -> Make:
    return _team({**NOISY, "noise": 0, "rule": rule, **margins}, NOISY)


def _team(spymaster: Mapping[str, Any], operative: Mapping[str, Any]) -> Make:
    return lambda: TeamAgents(VectorSpymaster(**spymaster), VectorOperative(**operative))


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("pairs", "planning", "strengths", "margins", "pace"))
    parser.add_argument("--boards", type=int, help="mirrored pairs per match")
    parser.add_argument(
        "--minds", default="glove,minilm,both", help="tables for `pairs`, comma-separated"
    )
    options = parser.parse_args()
    began = time.perf_counter()
    if options.what == "pairs":
        pairs(options.boards or 200, options.minds.split(","))
    elif options.what == "planning":
        planning(options.boards or 500)
    elif options.what == "strengths":
        strengths(options.boards or 250)
    elif options.what == "pace":
        pace(options.boards or 250)
    else:
        margins(options.boards or 16)
    print(f"{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
