"""The wheel in a new environment and an empty folder: the main job as a user does it.

    python -m tests.installed [--python 3.12] [--floors]

builds an sdist and from it a wheel, installs that with every dependency at its newest version, or
at the lowest that pyproject.toml allows, and runs the commands. It ends at the first that fails.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from packaging.requirements import Requirement

from tests.llm_play.players import always_sensible, serving
from tests.loopback import Loopback

ROOT = Path(__file__).parent.parent
PYTHONS = ("3.11", "3.12", "3.13")
EXTRAS = ("charts",)
JOB = (
    "--version",
    "configs",
    "docs configs",
    "run my_quickstart.yaml",
    "show results/my_quickstart",
    "leaderboard results/my_quickstart",
    "leaderboard results/my_quickstart --roles --format json",
    "head-to-head results/my_quickstart",
    "cross-play results/my_quickstart",
    "behaviour results/my_quickstart --format csv",
    "first-move results/my_quickstart --format markdown",
    "first-move results/my_quickstart",
    "power results/my_quickstart --half-width 0.05",
    "verify results/my_quickstart",
    "replay results/my_quickstart",
    "rules",
    "check-clue ocean --board whale,sea",
    "estimate models.yaml",
    "run models.yaml",
    "behaviour results/models",
    "verify results/models",
)
"""Commands that must end with exit code 0 and, notes aside, an empty error output."""
MODELS = """
rules: {use: codenames, max_turns: 8}
boards: 2
agents:
  chat: {llm: openai/chat, base_url: "URL/v1"}
  responses: {llm: openai/responses, base_url: "URL/v1", api: responses, mode: plan}
  messages: {llm: anthropic/messages, base_url: "URL", mode: plan}
entrants:
  one: {spymaster: chat, operatives: responses}
  two: {spymaster: messages, operatives: [chat, messages, vectors]}
"""


def floors(extras: tuple[str, ...] = EXTRAS) -> dict[str, str]:
    """The lowest version of each dependency that pyproject.toml allows."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    declared = list(project["dependencies"])
    for extra in extras:
        declared += project["optional-dependencies"][extra]
    return {need.name: lowest(need) for need in map(Requirement, declared)}


def lowest(need: Requirement) -> str:
    """The version in `>=`."""
    result = [each.version for each in need.specifier if each.operator == ">="]
    assert len(result) == 1, f"{need} has no single floor"
    return result[0]


def interpreter(version: str) -> Path | None:
    """A Python of this version, such as 3.12, from the PATH or from pyenv."""
    if sys.version.startswith(f"{version}."):
        return Path(sys.executable)
    pyenv = Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser()
    for result in (
        *pyenv.glob(f"versions/{version}.*/bin/python"),
        shutil.which(f"python{version}"),
    ):
        if (
            result
            and subprocess.run([result, "-c", ""], capture_output=True, check=False).returncode == 0
        ):
            return Path(result)
    return None


def build_wheel(out: Path) -> Path:
    """A wheel built from an sdist."""
    _call([sys.executable, "-m", "build", "--outdir", out, ROOT], cwd=ROOT)
    return next(out.glob("*.whl"))


class Installed:
    """An environment of its own with the wheel in it, and an empty folder to work in."""

    def __init__(self, wheel: Path, folder: Path, python: Path, versions: Mapping[str, str]):
        self.wheel = wheel
        self.home = folder / "environment"
        self.folder = folder / "an empty folder, ż"
        self.folder.mkdir(parents=True)
        self.constraints = folder / "constraints.txt"
        self.constraints.write_text("".join(f"{n}=={v}\n" for n, v in versions.items()))
        _call([python, "-m", "venv", self.home], cwd=folder)
        self.install()

    @property
    def bin(self) -> Path:
        """Where the environment has its commands."""
        return self.home / ("Scripts" if os.name == "nt" else "bin")

    def install(self, extra: str = "") -> None:
        """Installs the wheel, with an extra such as `[charts]`."""
        what = [f"{self.wheel}{extra}", "--constraint", self.constraints]
        _call([self.bin / "python", "-m", "pip", "install", "--quiet", *what], cwd=self.home)

    def call(self, *words: str, code: int = 0) -> subprocess.CompletedProcess[str]:
        """`codenames-sim` with these words; fails unless it ends with `code`."""
        return _call([self.bin / "codenames-sim", *words], cwd=self.folder, code=code)

    def files(self) -> set[Path]:
        """The files of the installed package; nothing but bytecode may join them."""
        package = next(self.home.glob("**/site-packages/codenames_sim"))
        return {file for file in package.rglob("*") if "__pycache__" not in file.parts}


def main_job(installed: Installed) -> Iterator[str]:
    """Does everything once; gives each command before it is run."""
    before = installed.files()
    yield "init quickstart"
    installed.call("init", "quickstart")
    config = installed.folder / "my_quickstart.yaml"
    config.write_text(config.read_text("utf-8").replace("boards: 500", "boards: 15"), "utf-8")
    with serving(Loopback(answer=always_sensible())) as server:
        (installed.folder / "models.yaml").write_text(MODELS.replace("URL", server.url))
        for command in JOB:
            yield command
            done = installed.call(*command.split())
            assert done.stdout, command
            notes_apart = command.endswith((" csv", " json"))
            assert notes_apart or not done.stderr, done.stderr
    chart = ("first-move", "results/my_quickstart", "--chart", "chart.png")
    yield "first-move --chart, without matplotlib"
    done = installed.call(*chart, code=2)
    assert "pip install 'codenames-sim[charts]'" in done.stderr
    assert not done.stdout
    yield "first-move --chart"
    installed.install("[charts]")
    installed.call(*chart)
    assert (installed.folder / "chart.png").stat().st_size > 1_000
    assert installed.files() == before, "a command wrote into site-packages"


def _call(words: list[object], *, cwd: Path, code: int = 0) -> subprocess.CompletedProcess[str]:
    variables = {
        key: os.environ[key] for key in ("PATH", "HOME", "SYSTEMROOT") if key in os.environ
    }
    pip = {key: value for key, value in os.environ.items() if key.startswith("PIP_")}
    done = subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env=variables | pip | {"COLUMNS": "80", "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    text = f"{words} in {cwd} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}"
    assert done.returncode == code, text
    return done


def main() -> None:
    """The check from the command line."""
    import tempfile

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    own = f"{sys.version_info.major}.{sys.version_info.minor}"
    parser.add_argument("--python", default=own, help="such as 3.12 (default: this one's)")
    parser.add_argument("--floors", action="store_true", help="dependencies at their lowest")
    given = parser.parse_args()
    python = interpreter(given.python)
    assert python is not None, f"there is no Python {given.python}"
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        print("build", flush=True)
        wheel = build_wheel(folder / "dist")
        print("install", flush=True)
        installed = Installed(wheel, folder, python, floors() if given.floors else {})
        for step in main_job(installed):
            print(f"{time.monotonic() - began:5.0f} s  {step}", flush=True)
    print(f"{time.monotonic() - began:5.0f} s  all well")


if __name__ == "__main__":
    main()
