"""What a page says in numbers, sentence by sentence, and which sources it names for it.

A source is named where the number stands, so that a reader sees it: `[[study]]`, a link to a table
that is defined at the end of the page, or a command in backticks that prints it. Code blocks,
headings, code spans and addresses hold no figures; nor do NOT_FIGURES.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

NOT_FIGURES = re.compile(
    r"\b\d+-\d+\b"  # splits, such as 9-8
    r"|\b\d+\.\d+\.\d+\b"  # releases
    r"|\b95 % interval\w*"  # the level of an interval
    r"|\b(at|at most) 5 %"  # the level of a test
)
FIGURE = re.compile(r"(?<![\w.])[-+]?\d+(?:,\d{3})*(?:\.\d+)?(?!\w)")
CITATION = re.compile(r"\[(\[[^\[\]]+\](?:, \[[^\[\]]+\])*)\]")
COMMAND = re.compile(r"`((?:codenames-sim|python) [^`]+)`")
DEFINITION = re.compile(r"^\[([^\]]+)\]: (\S+)$", re.MULTILINE)
SENTENCE_ENDS = re.compile(r"(?<=[.:?!])(?:\*\*)?\s+(?=[A-Z`*])")


@dataclass(frozen=True)
class Table:
    """A table with numbers."""

    heading: str
    rows: tuple[str, ...]
    sources: frozenset[str]
    """Of the sentences before it."""


def section(page: str, heading: str | None) -> str:
    """The part of a page below a heading; all of it without one. Raises ValueError without it."""
    if heading is None:
        return page
    _, result, rest = page.partition(f"\n## {heading}\n")
    if not result:
        raise ValueError(f"there is no section '{heading}'")
    below, _, _ = rest.partition("\n## ")
    return below


def definitions(page: str) -> dict[str, str]:
    """Where the labels of a page lead to."""
    return dict(DEFINITION.findall(page))


def prose(page: str) -> str:
    """A page without code blocks, headings, images and definitions."""
    return "\n\n".join(_blocks(page))


def sentences(page: str) -> Iterator[str]:
    """Those with a number."""
    for block in _blocks(page):
        if not block.startswith("|"):
            yield from (text for text in _sentences(block) if figures(text))


def tables(page: str) -> Iterator[Table]:
    """Those with a number, and the sources that the block before names."""
    before = ""
    for block in _blocks(page):
        if block.startswith("|"):
            heading, _, *rows = block.split("\n")
            if any(figures(row) for row in rows):
                yield Table(heading, tuple(rows), sources(before))
        before = block


def figures(text: str) -> tuple[str, ...]:
    """The numbers of a text, as it writes them."""
    return tuple(text[start:end] for start, end in places(text))


def places(text: str) -> list[tuple[int, int]]:
    """Where the numbers of a text begin and end."""
    for pattern in (r"`[^`]*`", CITATION, r"\]\([^)]*\)", NOT_FIGURES):
        text = re.sub(pattern, lambda result: " " * len(result.group()), text)
    return [result.span() for result in FIGURE.finditer(text)]


def labels(text: str) -> frozenset[str]:
    """The labels of the tables that a text names."""
    return frozenset(
        label for result in CITATION.findall(text) for label in result[1:-1].split("], [")
    )


def sources(text: str) -> frozenset[str]:
    """What a text names as the origin of its numbers: labels and commands."""
    return labels(text) | frozenset(COMMAND.findall(text))


def _blocks(page: str) -> list[str]:
    page = re.sub(r"^```.*?^```$", "", page, flags=re.MULTILINE | re.DOTALL)
    page = re.sub(r"^#.*$|^!\[.*\)$", "", DEFINITION.sub("", page), flags=re.MULTILINE)
    return [block.strip() for block in re.split(r"\n\s*\n", page) if block.strip()]


def _sentences(block: str) -> list[str]:
    items = re.split(r"^- ", block, flags=re.MULTILINE)
    lines = [" ".join(item.split()) for item in items]
    return [text for line in lines for text in SENTENCE_ENDS.split(line) if text]
