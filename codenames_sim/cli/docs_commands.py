"""Commands that read what comes with the package: configs, init and docs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from codenames_sim.cli.app import app, examples, terminal
from codenames_sim.cli.output import command_line, tell
from codenames_sim.cli.shipped_files import (
    ROOT,
    first_comment,
    pages,
    shipped_config,
    shipped_configs,
)
from codenames_sim.errors import InputError

_LINK = re.compile(r"(!?)\[([^\]]+)\]\((?!https?:)([^)#\s]+)(?:#[^)\s]*)?\)")
_DEFINITION = re.compile(r"^\[([^\]]+)\]: (?!https?:)(\S+)$", re.MULTILINE)
_CITED = re.compile(r"\[\[([^\]]+)\]\]")
_FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


@app.command(epilog=examples("codenames-sim configs"))
def configs() -> None:
    """List the configs that come with the package."""
    _print_list((name, first_comment(file)) for name, file in shipped_configs().items())
    tell("\nPlay one: codenames-sim run NAME")
    tell("Copy one, to edit it: codenames-sim init NAME")


@app.command(
    epilog=examples(
        "codenames-sim init quickstart", "codenames-sim init first_move --out splits.yaml"
    )
)
def init(
    name: Annotated[str, typer.Argument(help="The name of a config; see codenames-sim configs.")],
    out: Annotated[
        Path | None,
        typer.Option(help="The file to write.", show_default="my_NAME.yaml"),
    ] = None,
) -> None:
    """Write a config that comes with the package to a file of yours, to edit it."""
    text = shipped_config(name).read_text("utf-8")
    file = out or Path(f"my_{name}.yaml")
    try:
        with open(file, "x", encoding="utf-8") as new:
            new.write(as_own_file(name, text, file))
    except FileExistsError:
        what = "exists already and is left as it is; choose another file with --out"
        raise InputError(what, file=file) from None
    except OSError as fault:
        raise InputError(f"can't be written: {fault.strerror or fault}", file=file) from None
    command = "play" if name == "play" else "run"
    tell(f"Wrote {file}. Edit it, then: {command_line(command, file)}")


@app.command(epilog=examples("codenames-sim docs", "codenames-sim docs configs"))
def docs(
    topic: Annotated[
        str | None, typer.Argument(help="The page to print.", show_default="a list of all topics")
    ] = None,
) -> None:
    """Print a page of the documentation, or list the topics."""
    from rich.markdown import Markdown

    from codenames_sim.yamlfile import did_you_mean

    known = pages()
    if topic is None:
        _print_list((name, _title(file)) for name, file in known.items())
        tell("\nPrint one: codenames-sim docs TOPIC")
        return
    name = topic.casefold().removeprefix("docs/").removesuffix(".md")
    if name not in known:
        raise InputError(f"there is no topic '{topic}'; {did_you_mean(name, known)}")
    page = readable(known[name])
    console = terminal()
    if console.is_terminal:
        console.print(Markdown(page))
    else:
        tell(page.rstrip("\n"))


def readable(page: Path) -> str:
    """A page whose links to other files say how its reader reaches them.

    A link to a page names the command that prints it; a link to any other file of the repository
    says that it is there, since an installed package does not hold it.
    """
    topics = {file.resolve(): topic for topic, file in pages().items()}

    def where(target: str) -> str:
        file = (page.parent / target).resolve()
        if file in topics:
            return f"`codenames-sim docs {topics[file]}`"
        place = file.relative_to(ROOT) if file.is_relative_to(ROOT) else Path(target)
        return f"`{place.as_posix()}` in the repository"

    def said(result: re.Match[str]) -> str:
        image, text, target = result.groups()
        return f"(chart: {text}; {where(target)})" if image else f"{text} ({where(target)})"

    def readable_part(part: str) -> str:
        if part.startswith("```"):
            return part
        part = _DEFINITION.sub(lambda result: f"- [{result[1]}]: {where(result[2])}", part)
        return _LINK.sub(said, _CITED.sub(r"[\1]", part))

    return "".join(map(readable_part, _FENCE.split(page.read_text("utf-8"))))


def as_own_file(name: str, text: str, out: Path) -> str:
    """The text of a shipped config as the user's own file `out`: its comments name that file."""
    command = re.compile(rf"codenames-sim ([a-z-]+) {re.escape(name)}\b")
    results = re.compile(rf"codenames-sim ([a-z-]+) results/{re.escape(name)}\b")

    def adapted(comment: str) -> str:
        comment = command.sub(lambda result: command_line(result[1], out), comment)
        return results.sub(lambda result: command_line(result[1], f"results/{out.stem}"), comment)

    lines = text.splitlines(keepends=True)
    return "".join(adapted(line) if line.startswith("#") else line for line in lines)


def _title(page: Path) -> str:
    return page.read_text("utf-8").split("\n", 1)[0].removeprefix("#").strip()


def _print_list(rows: Iterable[tuple[str, str]]) -> None:
    """Prints names with a line on each; a pipe has no width, so there a row is always one line."""
    from rich.table import Table
    from rich.text import Text

    console, listed = terminal(), list(rows)
    width = max(len(name) for name, _ in listed)
    if not console.is_terminal:
        for name, what in listed:
            tell(f"{name:<{width}}  {what}")
        return
    table = Table.grid(padding=(0, 2))
    for name, what in listed:
        table.add_row(Text(name, style="bold"), Text(what))
    console.print(table)
