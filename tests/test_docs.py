"""The code in the README and in docs/ runs, and the configs in them load."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from codenames_sim.rules import Rules
from codenames_sim.runner import Options, play_run
from codenames_sim.tournament import load_plan

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
MODULE = re.compile(r"in `(\w+\.py)`:\s+```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small run of the quickstart in it."""
    result = tmp_path_factory.mktemp("docs")
    plan = replace(load_plan(ROOT / "configs" / "quickstart.yaml"), boards=5)
    play_run(plan, result / "results" / "quickstart", Options(workers=0), lambda progress: None)
    return result


def blocks(page: Path, language: str) -> list[str]:
    return [text for kind, text in BLOCK.findall(page.read_text("utf-8")) if kind == language]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_runs(page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    names: dict[str, object] = {"__name__": "docs"}
    for code in blocks(page, "python"):
        exec(compile(code, page.name, "exec"), names)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_yaml_loads(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    for name, code in MODULE.findall(page.read_text("utf-8")):
        monkeypatch.delitem(sys.modules, Path(name).stem, raising=False)
        (tmp_path / name).write_text(code, "utf-8")
    for number, text in enumerate(blocks(page, "yaml")):
        file = tmp_path / f"block{number}.yaml"
        file.write_text(text, "utf-8")
        if "entrants:" in text:
            load_plan(file)
        else:
            Rules.load(file)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
        assert target.startswith("http") or (page.parent / target).exists(), target
