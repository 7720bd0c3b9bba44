"""Executes every notebook of this folder from a clean kernel, and writes its outputs into it.

python experiments/notebooks.py                      # all
python experiments/notebooks.py public_data.ipynb    # some
"""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parent
SECONDS = 600
"""That a cell may take."""


def notebooks() -> list[Path]:
    """All notebooks, by name."""
    return sorted(FOLDER.glob("*.ipynb"))


def executed(path: Path) -> nbformat.NotebookNode:
    """The notebook with the outputs of a run from top to bottom. Raises CellExecutionError."""
    notebook: nbformat.NotebookNode = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    client = NotebookClient(
        notebook,
        timeout=SECONDS,
        kernel_name="python3",
        record_timing=False,
        resources={"metadata": {"path": str(path.parent)}},
    )
    client.execute()
    # The version of Python is no part of what a notebook says.
    notebook.metadata.pop("language_info", None)
    return notebook


def main() -> None:
    """Executes and writes."""
    for path in [FOLDER / name for name in sys.argv[1:]] or notebooks():
        nbformat.write(executed(path), path)  # type: ignore[no-untyped-call]
        print(path.name)


if __name__ == "__main__":
    main()
