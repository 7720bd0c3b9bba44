"""Is a clue allowed while these words are on the table? `check_clue` says, and says why not."""

from codenames_sim.clues.check import PROFILES, Profile, check_clue
from codenames_sim.clues.language import available_languages
from codenames_sim.clues.verdict import Reason, Verdict

__all__ = [
    "PROFILES",
    "Profile",
    "Reason",
    "Verdict",
    "available_languages",
    "check_clue",
]
