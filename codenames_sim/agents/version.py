"""The version of the behaviour of agents."""

AGENTS_VERSION = 2
"""Incremented whenever the built-in agents would play differently in the same game: because of
other prompts, another parsing of answers, or other draws from `turn.rng`.

Version 1 is release 0.1. In version 2 `turn.rng` is seeded with public facts of the game instead of
its id, and the default prompts are `v2`."""
