"""The package as it is installed: what the wheel holds, and the main job from an empty folder."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml

import codenames_sim
from tests.installed import PYTHONS, ROOT, Installed, build_wheel, floors, interpreter, main_job

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the sdist."""
    return build_wheel(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def unpacked(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel's package, away from the repository."""
    folder = tmp_path_factory.mktemp("site packages")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def called(unpacked: Path, folder: Path, *words: str, **variables: str) -> tuple[int, str, str]:
    """`python -m codenames_sim` of the unpacked wheel, in a folder."""
    done = subprocess.run(
        [sys.executable, "-m", "codenames_sim", *words],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(unpacked), **variables},
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout, done.stderr


def test_the_wheel_holds_all_configs_and_pages(unpacked: Path, tmp_path: Path) -> None:
    code, out, _ = called(unpacked, tmp_path, "configs")
    assert code == 0
    listed = [line.split()[0] for line in out.splitlines() if "  " in line]
    assert listed == sorted(file.stem for file in (ROOT / "configs").glob("*.yaml"))
    for page in (ROOT / "docs").glob("*.md"):
        title = page.read_text("utf-8").splitlines()[0]
        assert called(unpacked, tmp_path, "docs", page.stem)[1].startswith(title)


def test_from_an_empty_folder_to_a_leaderboard(unpacked: Path, tmp_path: Path) -> None:
    folder = tmp_path / "an empty folder, ż"
    folder.mkdir()
    before = {file for file in unpacked.rglob("*") if "__pycache__" not in file.parts}
    assert called(unpacked, folder, "init", "quickstart")[0] == 0
    config = folder / "my_quickstart.yaml"
    config.write_text(config.read_text("utf-8").replace("boards: 500", "boards: 4"), "utf-8")
    code, out, err = called(unpacked, folder, "run", "my_quickstart.yaml", "--workers", "2")
    assert (code, err) == (0, "")
    assert "8 games" in out
    code, out, err = called(unpacked, folder, "leaderboard", "results/my_quickstart")
    assert (code, err) == (0, "")
    assert "skilled" in out
    after = {file for file in unpacked.rglob("*") if "__pycache__" not in file.parts}
    assert after == before, "a command wrote beside the package"


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_a_pipe_that_lacks_characters_gets_them_escaped(
    unpacked: Path, tmp_path: Path, encoding: str
) -> None:
    for words in (["rules", "--lang", "pl"], ["docs", "readme"], ["run", "--help"]):
        assert called(unpacked, tmp_path, *words, PYTHONIOENCODING=encoding)[0] == 0


def test_a_reader_that_closes_the_pipe_is_no_error(unpacked: Path, tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "codenames_sim", "docs", "tables"],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(unpacked)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


def test_the_version_is_said_once_and_everywhere() -> None:
    version = codenames_sim.__version__
    assert "version" not in PROJECT
    assert f"\n## {version}\n" in (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert str(yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))["version"]) == version


def test_the_licence_names_that_of_every_file_of_data(unpacked: Path) -> None:
    info = next(unpacked.glob("*.dist-info"))
    metadata = (info / "METADATA").read_text("utf-8")
    assert "\nLicense-Expression: MIT AND CC-BY-SA-4.0 AND PDDL-1.0 AND Apache-2.0\n" in metadata
    texts = {file.name for file in (info / "licenses").rglob("*") if file.is_file()}
    assert texts >= {
        "LICENSE",
        "LICENSE-CC-BY-SA-4.0.txt",
        "LICENSE-glove.txt",
        "LICENSE-minilm.txt",
        "NOTICES.txt",
    }


def test_each_import_is_a_declared_dependency_and_the_other_way_round() -> None:
    names = {"yaml": "pyyaml", "genai_prices": "genai-prices"}
    of_extras = {"matplotlib", "xllamacpp"}
    declared = {re.split(r"[\[<>=~!;]", need)[0] for need in PROJECT["dependencies"]}
    imported: set[str] = set()
    for file in (ROOT / "codenames_sim").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {each.name.split(".")[0] for each in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                imported.add(node.module.split(".")[0])
    ours = imported - set(sys.stdlib_module_names) - {"codenames_sim"} - of_extras
    assert {names.get(each, each) for each in ours} == declared


def test_every_floor_is_declared() -> None:
    assert floors().keys() > {"pandas", "pyarrow", "typer", "matplotlib"}
    classifiers = [each for each in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", each)]
    assert [each.rsplit(" ", 1)[1] for each in classifiers] == list(PYTHONS)


@pytest.mark.long
@pytest.mark.parametrize("lowest", [False, True], ids=["newest", "floors"])
@pytest.mark.parametrize("version", PYTHONS)
def test_the_main_job_on_every_python(
    wheel: Path, tmp_path: Path, version: str, lowest: bool
) -> None:
    python = interpreter(version)
    if python is None:
        pytest.skip(f"there is no Python {version} here")
    installed = Installed(wheel, tmp_path, python, floors() if lowest else {})
    for step in main_job(installed):
        print(step)
