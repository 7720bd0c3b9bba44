"""The help of every command: defaults are shown, examples parse, docs/cli.md is current.

WRITE_GOLDEN=1 writes the page anew.
"""

from __future__ import annotations

import inspect
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from rich.text import Text

from codenames_sim.cli.app import app
from codenames_sim.errors import InputError
from tests.cli import called

PAGE = Path(__file__).parent.parent / "docs" / "cli.md"
HEAD = """# The command line

<!-- Written by tests/test_cli_page.py from the commands' help: WRITE_GOLDEN=1 pytest that file. -->

`codenames-sim COMMAND --help` prints the same. A config is given by the name of one that comes with
the package (`codenames-sim configs`) or as a path to a file of yours.

Exit codes: 0 done; 1 failed, or the answer is no; 2 something in the input is wrong, and the
message says what and where; 3 stopped or out of budget, and the run can be resumed.
"""
# Typer's own classes: it brings a copy of click, which has no public name.
GROUP: Any = typer.main.get_command(app)
COMMANDS: dict[str, Any] = dict(GROUP.commands)


def parameters() -> Iterator[tuple[str, Any]]:
    for name, command in {"codenames-sim": GROUP, **COMMANDS}.items():
        for parameter in command.params:
            if not getattr(parameter, "hidden", False) and parameter.help:
                yield name, parameter


def example_commands(command: Any) -> list[list[str]]:
    """The commands in the epilog of a command's help, each in words."""
    text = re.sub(r"^Examples?:\s*", "", command.epilog or "")
    return [shlex.split(line) for line in re.split(r"\s*[·\n]\s*", text) if line]


def default_of(parameter: Any) -> str:
    """The default as help shows it; empty where there is none."""
    shown = parameter.show_default
    if isinstance(shown, str):
        return shown
    if parameter.required or parameter.default is None or not shown:
        return ""
    if isinstance(parameter.default, bool):
        return ""
    return f"`{getattr(parameter.default, 'value', parameter.default)}`"


def row(parameter: Any) -> str:
    """A parameter's row in the page's table."""
    if parameter.param_type_name == "argument":
        name = f"`{parameter.name.upper()}`" + (" (several)" if parameter.nargs == -1 else "")
    else:
        name = ", ".join(f"`{option}`" for option in parameter.opts)
    must = " Required." if parameter.required else ""
    meaning = " ".join(parameter.help.split()).replace("|", "\\|")
    return f"| {name} | {meaning}{must} | {default_of(parameter)} |"


def page() -> str:
    """docs/cli.md as the commands' help says it."""
    parts = [HEAD]
    for name, command in COMMANDS.items():
        shown = [each for owner, each in parameters() if owner == name]
        table = ["| argument or option | meaning | default |", "|---|---|---|", *map(row, shown)]
        examples = [shlex.join(words) for words in example_commands(command)]
        parts += [
            f"\n## {name}\n\n{inspect.cleandoc(command.help)}\n",
            "\n" + "\n".join(table) + "\n" if shown else "",
            "\n```sh\n" + "\n".join(examples) + "\n```\n",
        ]
    return "".join(parts)


def test_the_page_is_what_the_help_says() -> None:
    if os.environ.get("WRITE_GOLDEN"):
        PAGE.write_text(page(), "utf-8")
    assert PAGE.read_text("utf-8") == page(), "make golden, and look at the difference"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_examples_that_parse(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    examples = example_commands(COMMANDS[name])
    assert examples
    for program, command, *words in examples:
        assert (program, command) == ("codenames-sim", name)
        COMMANDS[name].make_context(name, words).close()


@pytest.mark.parametrize("name", COMMANDS)
def test_help_fits_a_narrow_terminal_and_ends_with_the_examples(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    code, out, err = called(name, "--help")
    assert (code, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 60
    assert f"codenames-sim {name}" in " ".join(out.split())


def test_no_text_is_lost_as_markup() -> None:
    """Square brackets are markup in help: `[default: x]` would not be shown."""
    texts = {f"{name} {each.name}": each.help for name, each in parameters()}
    for name, command in {"codenames-sim": GROUP, **COMMANDS}.items():
        texts |= {name: command.help, f"{name}'s epilog": command.epilog}
    for where, text in texts.items():
        assert Text.from_markup(text).plain == text, where


@pytest.mark.parametrize(
    ("name", "parameter"), [(n, p) for n, p in parameters() if isinstance(p.show_default, str)]
)
def test_defaults_in_words_are_shown(
    name: str, parameter: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    shown = " ".join(re.sub("[│\\s]+", " ", called(name, "--help")[1]).split())
    assert f"[default: ({parameter.show_default})]" in shown


def test_what_happens_without_an_option_is_said() -> None:
    """In words, or with show_default=False where nothing happens."""
    for name, each in parameters():
        optional = not each.required and each.default is None and name in COMMANDS
        assert not optional or each.show_default is not True, f"{name} {each.name}"


def test_nothing_in_the_page_can_be_taken_for_html() -> None:
    assert not re.search(r"<(?!!--)", page())


def test_pages_name_no_command_option_or_config_that_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every `codenames-sim …` line in the shell blocks of README and docs parses anywhere."""
    monkeypatch.chdir(tmp_path)
    root = PAGE.parent.parent
    for file in (root / "README.md", *sorted(PAGE.parent.glob("*.md"))):
        for block in re.findall(r"^```sh\n(.*?)^```", file.read_text("utf-8"), re.M | re.S):
            for line in re.findall(r"^(?:\S*/)?codenames-sim (\S.*)$", block, re.M):
                name, *words = shlex.split(line, comments=True)
                if name.startswith("-"):
                    continue
                assert name in COMMANDS, f"{file.name}: {line}"
                try:
                    COMMANDS[name].make_context(name, words).close()
                except InputError as fault:
                    raise AssertionError(f"{file.name}: {line}: {fault}") from None
