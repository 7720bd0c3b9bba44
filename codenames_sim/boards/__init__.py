"""Word lists, and the boards that are dealt from them by seed."""

from codenames_sim.boards.dealing import board_id, deal
from codenames_sim.boards.wordlists import WordList, load_words, named_lists

__all__ = ["WordList", "board_id", "deal", "load_words", "named_lists"]
