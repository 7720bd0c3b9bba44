"""The configs and pages that come with the package, by name.

Their sources are `configs/`, `docs/`, `README.md` and `CHANGELOG.md` of the repository. A wheel
holds copies beside the code; an editable install reads the repository's own.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from codenames_sim.errors import ConfigError

_PACKAGE = Path(__file__).resolve().parent.parent
_COPIES = _PACKAGE / "shipped"
ROOT = _COPIES if _COPIES.is_dir() else _PACKAGE.parent
"""The folder that holds `configs/`, `docs/`, `README.md` and `CHANGELOG.md`."""


def shipped_configs() -> dict[str, Path]:
    """The configs that come with the package, by name, sorted."""
    return {file.stem: file for file in sorted((ROOT / "configs").glob("*.yaml"))}


def pages() -> dict[str, Path]:
    """The pages that come with the package, by topic: the README first, then docs by name."""
    docs = {file.stem: file for file in sorted((ROOT / "docs").glob("*.md"))}
    return {"readme": ROOT / "README.md", **docs, "changelog": ROOT / "CHANGELOG.md"}


def config_file(given: str) -> Path:
    """The config that a user means by `given`.

    A name is a shipped config, unless a file of exactly that name exists. Anything with a path
    separator, or that ends in `.yaml` or `.yml`, is a path. Raises ConfigError for an unknown name,
    and for a missing file that is called like a shipped config.
    """
    path, known = Path(given), shipped_configs()
    if _is_path(given) or path.is_file():
        if path.stem in known and not path.exists():
            hint = f"the config that comes with codenames-sim is named {path.stem}, without a path"
            raise ConfigError(f"there is no such file; {hint}", file=path)
        return path
    file = shipped_config(given, known)
    if (own := Path(f"{given}.yaml")).is_file():
        note = f"note: {given} comes with codenames-sim; for your own file write {own}"
        print(note, file=sys.stderr)
    return file


def shipped_config(name: str, known: Mapping[str, Path] | None = None) -> Path:
    """The config that comes with the package under this name. Raises ConfigError for no such."""
    known = shipped_configs() if known is None else known
    if name not in known:
        from codenames_sim.yamlfile import did_you_mean

        guess = did_you_mean(name.casefold(), known)
        raise ConfigError(f"there is no config '{name}'; {guess} (see codenames-sim configs)")
    return known[name]


def first_comment(file: Path) -> str:
    """What a config says of itself in its first line."""
    line = file.read_text("utf-8").split("\n", 1)[0]
    return line.removeprefix("#").strip()


def is_shipped(file: Path) -> bool:
    """Whether a config comes with the package."""
    return file in shipped_configs().values()


def _is_path(given: str) -> bool:
    separators = (os.sep, os.altsep or os.sep)
    return any(each in given for each in separators) or given.endswith((".yaml", ".yml"))
