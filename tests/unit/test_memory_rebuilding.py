"""A journal is made again from the store, whole, as often as one likes."""

from pathlib import Path

import pytest

from askline.core.errors import NotAllowed, StoreUnavailable
from askline.core.people import Project
from askline.memory.rebuilding import Rebuilt
from tests.builders import ADA, AGENT
from tests.unit.memory import House, parsed


async def test_what_was_removed_or_never_written_is_written_and_what_stands_stays(
    tmp_path: Path,
) -> None:
    house = House(tmp_path, "on")
    first = await house.answered("First?", "one")
    await house.answered("Second?", "two")
    [path] = await house.memory.journal.keep(first)
    edited = (tmp_path / path).read_text() + "# mine\n"
    (tmp_path / path).write_text(edited)

    done = await house.memory.rebuilding.rebuild(ADA, house.project)
    again = await house.memory.rebuilding.rebuild(ADA, house.project)

    assert (done, again) == (Rebuilt(1, 1, "on"), Rebuilt(0, 2, "on"))
    assert (tmp_path / path).read_text() == edited
    assert [parsed(file.read_text())["answer"] for file in house.written()] == ["one", "two"]


async def test_a_lost_journal_comes_back_as_it_was(tmp_path: Path) -> None:
    house = House(tmp_path, "on")
    for number in range(3):
        await house.answered(f"Question {number}?", f"answer {number}")
    await house.memory.rebuilding.rebuild(ADA, house.project)
    before = {file.name: file.read_bytes() for file in house.written()}
    for file in house.written():
        file.unlink()

    await house.memory.rebuilding.rebuild(ADA, house.project)

    assert {file.name: file.read_bytes() for file in house.written()} == before


async def test_no_more_is_written_than_the_setting_wants_and_sensitive_asks_never(
    tmp_path: Path,
) -> None:
    house = House(tmp_path, "auto", hides=("SQLite",))
    await house.answered("Which?", "SQLite or none")
    await house.answered("Which password?", "swordfish", matter={"sensitive": True})

    nothing = await house.memory.rebuilding.rebuild(ADA, house.project)
    house.mode = "on"
    one = await house.memory.rebuilding.rebuild(ADA, house.project)

    assert (nothing, one) == (Rebuilt(0, 0, "auto"), Rebuilt(1, 0, "on"))
    [file] = house.written()
    assert parsed(file.read_text())["answer"] == "[redacted] or none"


async def test_who_may_not_or_cannot_write_is_told(tmp_path: Path) -> None:
    house = House(tmp_path, "on")
    await house.answered("Which?", "SQLite")
    (tmp_path / ".askline").write_text("in the way")

    with pytest.raises(NotAllowed):
        await house.memory.rebuilding.rebuild(AGENT, house.project)
    with pytest.raises(StoreUnavailable, match="cannot be written"):
        await house.memory.rebuilding.rebuild(ADA, house.project)
    nowhere = await house.memory.rebuilding.rebuild(ADA, Project(name="nowhere"))
    assert (nowhere.written, nowhere.stood) == (0, 0)
