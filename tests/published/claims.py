"""Which sentence says which numbers: by page, and by the words that the sentence begins with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tests.published import recomputed as table
from tests.published.recomputed import CAPPED, POWER, STRENGTHS, Claim, claim

CLAIMS: Mapping[str, Mapping[str, Claim]] = {
    "README.md": {
        "Word-vector teams that plan": claim(
            lambda: [*table.in_percent("beginner"), *table.in_percent("telepath"), *table.boards()],
            "study",
        ),
        "Teams that follow fixed margins": claim(
            lambda: table.right_won_and_line("telepath-1", "telepath-2", "telepath-3"),
            *("study", "caps"),
        ),
    },
    "docs/first_move.md": {
        "At 9-8, word-vector teams": claim(
            lambda: [table.rate("beginner"), table.rate("telepath")], "study"
        ),
        "Teams that follow fixed margins": claim(
            lambda: [
                table.right()["telepath-2"],
                table.rate("telepath-2"),
                table.line("telepath-2"),
            ],
            *("study", "caps"),
        ),
        "More right guesses": claim(
            lambda: [
                value
                for teams in ("minilm-3", "minilm-uncapped")
                for value in (table.rate(teams), table.right()[teams])
            ],
            "caps",
        ),
        "The intervals were tested": claim(table.simulation, "coverage"),
        "The 95 % intervals": claim(
            lambda: table.covered("win rate", "split difference", "balance point"), "coverage"
        ),
        "The single kinds": claim(table.covered_ranging, "coverage"),
        "At the margin": claim(table.called_even_at_the_margin, "coverage"),
        "Six strengths of teams": claim(table.boards, "study", "caps"),
        "For the planning teams": claim(table.agents_of_the_line, "study"),
        "With 6, 11 and 12": claim(table.misfit_of_the_wide_line, "study"),
        "The crossing then": claim(table.moved_crossings, "study"),
        "Over 54 rates": claim(
            lambda: [len(table.race()), table.root_mean_square("alike")], "turns"
        ),
        "It is 4.1": claim(
            lambda: [table.root_mean_square("by_left"), table.root_mean_square("by_both")], "turns"
        ),
        "The largest error": claim(table.worst_of_the_race, "turns"),
        "**Other boards** were": claim(table.other_boards_a_strength, "study"),
        "With three assassins": claim(
            lambda: [
                *table.difference("5 bystanders, 3 assassins"),
                *table.difference("8 bystanders, 0 assassins"),
            ],
            "study",
        ),
        "On boards of 20 words": claim(
            lambda: [20, 2, *table.difference("2 bystanders, 1 assassin", "telepath")], "study"
        ),
        "On boards of 30 words": claim(
            lambda: [30, 12, *table.lower("12 bystanders, 1 assassin", "telepath")], "study"
        ),
        "For the weaker ones": claim(table.weaker_at_most, "study"),
        "By `codenames-sim power": claim(table.games_for_two_points, POWER),
        "Over all pairs of splits": claim(table.saved_by_shared_boards, "study"),
        "Mirrored pairs": claim(table.saved_by_mirroring, "study"),
        "Where the board decides": claim(table.public_games, "public"),
        "`python experiments/first_move.py`": claim(
            lambda: [len(table.all_games()), len(table.caps())], "study", "caps"
        ),
    },
}

TABLES: Mapping[str, tuple[frozenset[str], Callable[[], Sequence[str]]]] = {
    "| planning | right per clue | first team won | verdict |": (
        frozenset({"study"}),
        lambda: table.rates_at_nine_eight(STRENGTHS, lines=False),
    ),
    "| margins | right per clue | first team won | verdict | line |": (
        frozenset({"study", "caps"}),
        lambda: table.rates_at_nine_eight(CAPPED, lines=True),
    ),
    "| planning | even for the first team | fit, p |": (
        frozenset({"study"}),
        table.balance_points,
    ),
}
"""By heading: the sources, and the rows as they are to be written."""
