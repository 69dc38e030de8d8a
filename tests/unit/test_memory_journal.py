"""Which answers become files, and where."""

from dataclasses import replace
from pathlib import Path

import pytest

from askline.asks.answers import Given
from askline.core.people import Project
from askline.memory.journal import Journal
from tests.builders import a_multi_select, a_select
from tests.unit.memory import House, parsed

HAMMER = "swissarmyhammer"


def all_files(project: Path) -> list[str]:
    return sorted(str(path.relative_to(project)) for path in project.rglob("*.yaml"))


@pytest.mark.parametrize(
    ("mode", "there", "profile", "place"),
    [
        ("auto", "", "askline", None),
        ("auto", ".askline", "askline", ".askline"),
        ("auto", ".swissarmyhammer", "askline", None),
        ("auto", "", HAMMER, ".swissarmyhammer"),
        ("auto", ".askline", HAMMER, ".swissarmyhammer"),
        ("auto", ".askline", "promptmanager", None),
        ("on", "", "promptmanager", ".askline"),
        ("on", "", None, ".askline"),
        ("on", "", HAMMER, ".swissarmyhammer"),
        ("redacted", "", "askline", ".askline"),
        ("off", ".askline", "askline", None),
        ("off", "", HAMMER, None),
    ],
)
async def test_where_the_setting_and_the_profile_say(
    tmp_path: Path, mode: str, there: str, profile: str | None, place: str | None
) -> None:
    house = House(tmp_path, mode)
    (tmp_path / there).mkdir(exist_ok=True)
    ask = await house.answered("Which database?", "SQLite", profile=profile)

    kept = await house.memory.journal.keep(ask)

    assert kept == ((f"{place}/questions/20261114_120001_question.yaml",) if place else ())
    assert all_files(tmp_path) == [*kept]


async def test_every_question_has_its_file_and_keeping_again_makes_no_other(tmp_path: Path) -> None:
    house = House(tmp_path, "on")
    ask = await house.asked(a_select(), a_multi_select())
    ask = await house.answer(
        ask, db=Given(values=("SQLite",)), tests=Given(values=("unit", "journeys"))
    )

    kept = await house.memory.journal.keep(ask)
    again = await House(tmp_path, "on").memory.journal.keep(ask)

    assert again == kept
    assert all_files(tmp_path) == sorted(kept)
    first, second = (parsed((tmp_path / path).read_text()) for path in kept)
    assert (first["answer"], second["answer"]) == ("SQLite", "unit, journeys")
    assert second["values"] == ["unit", "journeys"]
    assert first["ask"] == second["ask"] == str(ask.id)


async def test_a_redacted_journal_has_questions_but_no_answers(tmp_path: Path) -> None:
    house = House(tmp_path, "redacted")
    ask = await house.answered("Which password?", "swordfish")

    [path] = await house.memory.journal.keep(ask)

    assert parsed((tmp_path / path).read_text())["answer"] == "[redacted]"
    assert "swordfish" not in (tmp_path / path).read_text()
    assert await house.memory.journal.keep(ask) == (path,)


async def test_a_change_of_mode_does_not_write_the_same_answer_twice(tmp_path: Path) -> None:
    house = House(tmp_path, "redacted")
    ask = await house.answered("Which database?", "SQLite")
    kept = await house.memory.journal.keep(ask)
    house.mode = "on"

    assert await house.memory.journal.keep(ask) == kept


async def test_sensitive_asks_and_asks_without_a_project_have_no_file(tmp_path: Path) -> None:
    house = House(tmp_path, "on")
    sensitive = await house.answered("Which password?", "swordfish", matter={"sensitive": True})
    plain = await house.answered("Which database?", "SQLite")
    nowhere = replace(plain, project=Project(name="project"))

    assert await house.memory.journal.keep(sensitive) == ()
    assert await house.memory.journal.keep(nowhere) == ()
    assert await Journal(None, lambda _: "on").keep(plain) == ()
    assert all_files(tmp_path) == []
    assert len(await Journal(house.files, lambda _: "on").keep(plain)) == 1


async def test_what_is_forgotten_loses_its_files_and_nothing_else(tmp_path: Path) -> None:
    house = House(tmp_path, "on")
    first, second = await house.answered("One?", "1"), await house.answered("Two?", "2")
    nowhere = await house.answered("Three?", "3", project=Project(name="nowhere"))
    for ask in (first, second, nowhere):
        await house.memory.journal.keep(ask)

    assert await house.memory.journal.forget([first, nowhere]) == 1
    (left,) = all_files(tmp_path)
    assert parsed((tmp_path / left).read_text())["answer"] == "2"
    assert await Journal(None, lambda _: "on").forget([second]) == 0


async def test_without_a_book_of_recollections_only_files_are_forgotten(tmp_path: Path) -> None:
    house = House(tmp_path, "on")
    ask = await house.answered("One?", "1")
    await house.memory.journal.keep(ask)

    assert await house.memory.forget([ask], journal=False) == 0
    assert await house.memory.forget([ask], journal=True) == 1
