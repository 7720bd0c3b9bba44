"""The notebooks run from a clean kernel, and are kept with their outputs."""

from __future__ import annotations

import base64
import json
import runpy
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

SCRIPT = runpy.run_path(str(Path(__file__).parent.parent / "experiments" / "notebooks.py"))
NOTEBOOKS: list[Path] = SCRIPT["notebooks"]()
MOST_IMAGE = 200_000


def outputs(notebook: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    return [output for cell in cells for output in cell["outputs"]]


def test_there_are_notebooks() -> None:
    assert {"first_move.ipynb", "public_data.ipynb"} <= {path.name for path in NOTEBOOKS}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_it_runs_from_a_clean_kernel(path: Path) -> None:
    result = outputs(SCRIPT["executed"](path))
    assert result
    assert not [each for each in result if each["output_type"] == "error"]
    assert not [each for each in result if each.get("name") == "stderr"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_it_is_kept_executed_in_order_with_small_images(path: Path) -> None:
    notebook = json.loads(path.read_text("utf-8"))
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    shown = [output["data"] for output in outputs(notebook) if "data" in output]
    images = [base64.b64decode(data["image/png"]) for data in shown if "image/png" in data]
    assert all(len(image) < MOST_IMAGE for image in images)
