"""The version of how agents play."""

AGENTS_VERSION = 2
"""Raised whenever the built-in agents play differently although the game is the same: other
prompts, another reading of answers, other draws from `turn.rng`.

1 was release 0.1. In 2 `turn.rng` is seeded by public facts of the game and not by its id, and the
default prompts are `v2`."""
