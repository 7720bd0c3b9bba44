"""Packages whose names are imported when they are first used, so that commands start at once."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping, Sequence


def exports(
    package: str, modules: Mapping[str, Sequence[str]]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """The `__getattr__` and `__dir__` of a package (PEP 562) that has these names.

    `modules` says which module inside the package defines which names.
    """
    module_of = {name: module for module, names in modules.items() for name in names}

    def getattr_(name: str) -> object:
        if name not in module_of:
            raise AttributeError(f"module '{package}' has no attribute '{name}'")
        value = getattr(importlib.import_module(f"{package}.{module_of[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    return getattr_, lambda: sorted(module_of)
