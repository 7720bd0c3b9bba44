"""The clue rules: `check_clue` says whether a clue is legal and, if not, why."""

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
