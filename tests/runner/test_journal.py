"""What the journal of an open run keeps."""

from __future__ import annotations

import asyncio
from pathlib import Path

from codenames_sim.llm import Key
from codenames_sim.runner.journal import RunJournal


async def keep(path: Path, kept: dict[Key, bytes]) -> None:
    journal = RunJournal(path)
    try:
        await asyncio.gather(*[journal.keep(key, value) for key, value in kept.items()])
    finally:
        await journal.aclose()


async def recalled(path: Path, *keys: Key) -> list[bytes | None]:
    journal = RunJournal(path)
    try:
        return [journal.recall(key) for key in keys]
    finally:
        await journal.aclose()


def test_all_that_is_kept_at_once_is_there_when_it_is_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    kept: dict[Key, bytes] = {(f"game{n % 7}", "seat", n): b"%d" % n for n in range(2_500)}
    asyncio.run(keep(path, kept))
    assert asyncio.run(recalled(path, *kept)) == [*kept.values()]
    others: list[Key] = [("game0", "seat", 1), ("game9", "seat", 0), (7, "seat", 0)]
    assert asyncio.run(recalled(path, *others)) == [None, None, None]


def test_the_last_of_two_under_one_key_counts(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    for value in (b"one", b"two"):
        asyncio.run(keep(path, {("game", 0): value}))
    assert asyncio.run(recalled(path, ("game", 0))) == [b"two"]


def test_an_answer_is_kept_although_nobody_waits_for_it_any_more(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"

    async def give_up() -> None:
        journal = RunJournal(path)
        waiting = [asyncio.create_task(journal.keep((f"game{n}", 0), b"paid")) for n in range(3)]
        await asyncio.sleep(0)
        waiting[1].cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        await journal.aclose()
        assert [task.cancelled() for task in waiting] == [False, True, False]

    asyncio.run(give_up())
    assert asyncio.run(recalled(path, *[(f"game{n}", 0) for n in range(3)])) == [b"paid"] * 3


def test_journal_records_of_a_game_are_deleted_once_its_tables_are_written(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    asyncio.run(keep(path, {("one", 0): b"1", ("two", 0): b"2"}))

    async def forget() -> None:
        journal = RunJournal(path)
        journal.forget(["one"])
        await journal.aclose()

    asyncio.run(forget())
    assert asyncio.run(recalled(path, ("one", 0), ("two", 0))) == [None, b"2"]
