"""The release that played a run, and whether this release would play the same games."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from codenames_sim import __version__
from codenames_sim.agents import AGENTS_VERSION
from codenames_sim.rules import PLAY_VERSION

PACKAGE = "codenames-sim"
UNKNOWN = "an unknown release"
_RELEASE = re.compile(r"[0-9][0-9A-Za-z.+!-]{0,39}")


@dataclass(frozen=True)
class Versions:
    """The versions that decide whether two releases play the same games."""

    play: int
    """`play_version`, the version of the engine; 0 if the manifest has none."""
    agents: int
    """`agents_version`, the version of the built-in agents."""
    release: str
    """The version of the package."""

    def same_play(self, other: Versions) -> bool:
        """Whether both play the same games. The release may differ."""
        return (self.play, self.agents) == (other.play, other.agents)

    def __str__(self) -> str:
        return f"{self.release} (play_version {self.play}, agents_version {self.agents})"


def installed_version() -> str:
    """The version of the installed package."""
    return __version__


def this_version() -> Versions:
    """The versions of this installation."""
    return Versions(PLAY_VERSION, AGENTS_VERSION, installed_version())


def played_by(manifest: Mapping[str, object]) -> Versions:
    """The versions that played a run. Release 0.1 recorded no `agents_version`; it was 1."""
    packages = manifest.get("packages")
    old = packages.get(PACKAGE) if isinstance(packages, dict) else None
    release = manifest.get("version", old)
    known = isinstance(release, str) and _RELEASE.fullmatch(release)
    return Versions(
        _number(manifest.get("play_version"), 0),
        _number(manifest.get("agents_version"), 1),
        str(release) if known else UNKNOWN,
    )


def other_version(manifest: Mapping[str, object]) -> str | None:
    """Says that this release would play a run's games differently; None if it would not."""
    then, now = played_by(manifest), this_version()
    if then.same_play(now):
        return None
    return f"{PACKAGE} {then} played it; this release, {now}, would play different games"


def release_to_install(manifest: Mapping[str, object]) -> str:
    """How to install the release that played a run, as the end of a sentence."""
    then = played_by(manifest).release
    if then == UNKNOWN:
        return "its manifest does not say which release played it"
    return f"install that release: pip install '{PACKAGE}=={then}'"


def agents_differ(manifests: Iterable[Mapping[str, object]]) -> bool:
    """Whether these runs were played with different `agents_version`s."""
    return len({played_by(manifest).agents for manifest in manifests}) > 1


def _number(value: object, otherwise: int) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else otherwise
