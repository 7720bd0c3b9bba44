"""Every number in the pages on the first move names its table, and is what the table gives."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.published.claims import CLAIMS, TABLES
from tests.published.recomputed import CAPS, ROOT, STUDY, release
from tests.published.statements import (
    definitions,
    figures,
    labels,
    places,
    prose,
    section,
    sentences,
    sources,
    tables,
)

PAGES = {
    "README.md": "Does 9 against 8 make up for going second?",
    "docs/first_move.md": None,
}
"""The heading below which a page is checked; all of it without one."""
NOTEBOOKS = ("first_move.ipynb", "public_data.ipynb")
"""Those that show figures of a kept study."""


def text_of(page: str) -> str:
    return section((ROOT / page).read_text("utf-8"), PAGES[page])


@cache
def computed_for(page: str, start: str) -> tuple[float, ...]:
    return tuple(CLAIMS[page][start].figures())


@cache
def computed_rows(heading: str) -> frozenset[str]:
    return frozenset(TABLES[heading][1]())


def in_sentence(page: str, text: str) -> list[str]:
    """What is wrong with the numbers of a sentence."""
    written, claims = figures(text), CLAIMS[page]
    if not written:
        return []
    starts = [start for start in claims if text.startswith(start)]
    if len(starts) != 1:
        return [f"nothing recomputes: {text}"]
    claim = claims[starts[0]]
    computed = computed_for(page, starts[0])
    result = [f"does not name {each}: {text}" for each in claim.sources - sources(text)]
    if len(computed) != len(written) or tuple(map(as_written, computed, written)) != written:
        result.append(f"the table gives {computed}: {text}")
    return result


def in_tables(page_text: str) -> list[str]:
    """What is wrong with the tables of a page."""
    result = []
    for table in tables(page_text):
        if table.heading not in TABLES:
            result.append(f"nothing recomputes the table {table.heading}")
            continue
        named, _ = TABLES[table.heading]
        result += [f"does not name {each}: {table.heading}" for each in named - table.sources]
        result += [f"not so: {row}" for row in set(table.rows) ^ computed_rows(table.heading)]
    return result


def as_written(value: float, like: str) -> str:
    """The value with the decimals, the sign and the commas that a number is written with."""
    sign = "+" if like.startswith("+") else ""
    comma = "," if "," in like else ""
    return f"{value:{sign}{comma}.{len(like.partition('.')[2])}f}"


def with_one_other_number(text: str) -> Iterator[str]:
    """The text, each time with another of its numbers changed in the last digit."""
    for _, end in places(text):
        yield f"{text[: end - 1]}{(int(text[end - 1]) + 1) % 10}{text[end:]}"


@pytest.mark.parametrize("page", PAGES)
def test_every_number_of_a_sentence_is_what_its_table_gives(page: str) -> None:
    assert [
        problem for each in sentences(text_of(page)) for problem in in_sentence(page, each)
    ] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_row_of_a_table_is_what_its_source_gives(page: str) -> None:
    assert in_tables(text_of(page)) == []


@pytest.mark.parametrize("page", PAGES)
def test_every_source_is_there_and_named(page: str) -> None:
    text = text_of(page)
    leads = definitions(text)
    assert set(leads) == labels(prose(text))
    for label, target in leads.items():
        assert ((ROOT / page).parent / target).is_file(), label


@pytest.mark.parametrize("page", PAGES)
def test_no_claim_is_left_over(page: str) -> None:
    said = [*sentences(text_of(page))]
    assert [each for each in CLAIMS[page] if not any(text.startswith(each) for text in said)] == []


@pytest.mark.parametrize("page", PAGES)
def test_any_other_number_in_a_sentence_is_found(page: str) -> None:
    """The check can fail: each number, changed by one in its last digit, is a problem."""
    spoilt = [other for each in sentences(text_of(page)) for other in with_one_other_number(each)]
    assert len(spoilt) >= 10
    for text in spoilt:
        assert in_sentence(page, text), text


def test_any_other_number_in_a_table_is_found() -> None:
    page = text_of("docs/first_move.md")
    rows = [row for table in tables(page) for row in table.rows]
    assert len(rows) > 20
    for row in rows:
        for other in with_one_other_number(row):
            assert in_tables(page.replace(row, other)), other


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("They won 12 of the games.", "nothing recomputes"),
        ("By `codenames-sim power --half-width 0.03`, ±2 points take 2,401 games.", "not name"),
        ("By `codenames-sim power --half-width 0.02`, ±2 points take games.", "the table gives"),
    ],
)
def test_a_number_without_a_table_is_found(text: str, problem: str) -> None:
    assert problem in in_sentence("docs/first_move.md", text)[0]


def test_a_sentence_without_its_source_is_found() -> None:
    page = "docs/first_move.md"
    for text in sentences(text_of(page)):
        for label in labels(text):
            assert in_sentence(page, text.replace(f"[{label}]", "[elsewhere]")), text


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("At 9-8 and 10-8, 95 % intervals of release 0.1.0, at 5 %.", ()),
        (
            "`most: 1` and [2](https://a.org/3) make 1,600 of +2.5 % [[study]].",
            ("2", "1,600", "+2.5"),
        ),
        ("±2 points, -3.7 (-5.4 to -1.9), SmolLM2-135M.", ("2", "-3.7", "-5.4", "-1.9")),
    ],
)
def test_figures_are_told_from_other_numbers(text: str, wanted: tuple[str, ...]) -> None:
    assert figures(text) == wanted


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("kept", [STUDY, CAPS], ids=lambda path: path.name)
def test_pages_name_the_release_that_played(page: str, kept: Path) -> None:
    """Another release may play these games otherwise."""
    assert f"release {release(kept)}" in " ".join(text_of(page).split())


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_notebooks_name_the_release_that_played(name: str) -> None:
    notebook = json.loads((ROOT / "experiments" / name).read_text("utf-8"))
    text = json.dumps(notebook["cells"])
    assert f"release {release(STUDY)}" in text
