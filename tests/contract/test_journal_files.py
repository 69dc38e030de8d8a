"""The journal on a disk: durable, the same file for the same entry, never outside the project."""

import os
import stat
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import anyio
import pytest

from askline.core.errors import StoreUnavailable
from askline.core.text import clean
from askline.memory.entries import Entry
from askline.memory.ports import Place
from askline.memory.writing import file_text
from askline.stores.journal import files as on_disk
from askline.stores.journal.files import DiskJournal
from askline.stores.journal.reading import LARGEST_FOREIGN
from tests.builders import NOON

HERE = Place.ASKLINE
ENTRY = Entry(at=NOON, question="Which?", answer="this", ask="a1", question_id="q1", by="human")
FIRST = ".askline/questions/20261114_120000_question.yaml"


def another(number: int, **changes: object) -> Entry:
    return replace(ENTRY, ask=f"a{number}", answer=f"answer {number}", **changes)


async def kept(project: Path | str, entry: Entry, journal: DiskJournal | None = None) -> str:
    """The file of the entry."""
    return (await (journal or DiskJournal()).write(str(project), HERE, entry)).path


async def test_a_file_is_written_whole_with_ordinary_modes_and_nothing_beside_it(
    tmp_path: Path,
) -> None:
    before = os.umask(0o022)
    try:
        path = await kept(tmp_path, ENTRY)
    finally:
        os.umask(before)

    written = tmp_path / path
    assert path == FIRST
    assert written.read_text() == file_text(ENTRY)
    assert [*written.parent.iterdir()] == [written]
    assert stat.S_IMODE(written.stat().st_mode) == 0o644
    assert stat.S_IMODE(written.parent.stat().st_mode) == 0o755


async def test_a_taken_name_leads_to_the_next_and_the_same_entry_to_its_own(tmp_path: Path) -> None:
    journal, project = DiskJournal(), str(tmp_path)
    first = await journal.write(project, HERE, ENTRY)
    second = await kept(project, another(2, place=1))
    third = await journal.write(project, HERE, another(3, place=1))

    assert second == ".askline/questions/20261114_120000_000001_question.yaml"
    assert third.path == ".askline/questions/20261114_120000_000002_question.yaml"
    assert await journal.write(project, HERE, another(3, place=1)) == replace(third, made=False)
    again = await journal.write(project, HERE, replace(ENTRY, answer="[redacted]"))
    assert (first.made, again) == (True, replace(first, made=False))
    assert (tmp_path / first.path).read_text() == file_text(ENTRY)
    assert len([*(tmp_path / ".askline/questions").iterdir()]) == 3


async def test_many_writers_of_the_same_entries_make_one_file_for_each(tmp_path: Path) -> None:
    entries = [another(number) for number in range(20)]

    async with anyio.create_task_group() as tasks:
        for _ in range(4):
            journal = DiskJournal()
            for entry in entries:
                tasks.start_soon(journal.write, str(tmp_path), HERE, entry)

    read = await DiskJournal().read(str(tmp_path), ())
    assert sorted(entry.ask or "" for entry in read) == sorted(f"a{n}" for n in range(20))


async def test_the_longest_answer_comes_back_however_many_escapes_it_takes(tmp_path: Path) -> None:
    journal, large = DiskJournal(), replace(ENTRY, answer='"\U000e0041' * 50_000)

    first = await journal.write(str(tmp_path), HERE, large)
    [read] = await journal.read(str(tmp_path), ())

    assert (await journal.write(str(tmp_path), HERE, large)).path == first.path
    assert read.answer == clean(large.answer)


async def test_an_entry_too_large_to_be_read_back_is_still_one_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(on_disk, "LARGEST", 10_000)
    journal, large = DiskJournal(), replace(ENTRY, answer="\x01" * 2_000)

    first = await kept(tmp_path, large)

    assert await kept(tmp_path, large) == first
    assert await journal.read(str(tmp_path), ()) == []


async def test_a_second_without_a_free_name_is_an_error(tmp_path: Path) -> None:
    late = replace(ENTRY, at=NOON + timedelta(microseconds=999_999))
    journal = DiskJournal()
    for number in range(2):
        await journal.write(str(tmp_path), HERE, replace(late, ask=f"a{number}"))

    with pytest.raises(StoreUnavailable, match="no name is left"):
        await journal.write(str(tmp_path), HERE, replace(late, ask="a3"))


async def test_entries_come_back_from_both_places_but_not_those_that_are_known(
    tmp_path: Path,
) -> None:
    journal, project = DiskJournal(), str(tmp_path)
    await journal.write(project, HERE, ENTRY)
    await journal.write(project, Place.SWISSARMYHAMMER, another(2))
    await journal.write(project, HERE, another(3))

    found = await journal.read(project, {"a3"})
    again = await journal.read(project, {"a3"})

    assert sorted((e.ask, e.answer, e.by) for e in found) == [
        ("a1", "this", "human"),
        ("a2", "answer 2", "human"),
    ]
    assert again == found


async def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    journal, path = DiskJournal(), tmp_path / FIRST
    await journal.write(str(tmp_path), HERE, ENTRY)
    await journal.read(str(tmp_path), ())
    path.write_text("question: Which?\nanswer: something else\n")

    assert [e.answer for e in await journal.read(str(tmp_path), ())] == ["something else"]


async def test_what_is_no_file_of_a_journal_is_passed_over(tmp_path: Path) -> None:
    journal, questions = DiskJournal(), tmp_path / ".askline/questions"
    await journal.write(str(tmp_path), HERE, ENTRY)
    secret = tmp_path / "secret.yaml"
    secret.write_text("question: Which?\nanswer: swordfish\n")
    (questions / "link.yaml").symlink_to(secret)
    (questions / "directory.yaml").mkdir()
    for size, name in ((on_disk.LARGEST, "huge"), (LARGEST_FOREIGN, "long")):
        (questions / f"{name}.yaml").write_bytes(b"question: a\nanswer: b\n#" + b"x" * size)
    (questions / "latin.yaml").write_bytes(b"question: \xff\xfe\x00[\n")
    (questions / ".hidden.yaml").write_text("question: Which?\nanswer: hidden\n")
    (questions / "notes.txt").write_text("question: Which?\nanswer: notes\n")
    os.mkfifo(questions / "pipe.yaml")

    with anyio.fail_after(5):
        found = await journal.read(str(tmp_path), ())

    assert [entry.answer for entry in found] == ["this"]


async def test_a_name_that_is_taken_by_a_link_is_left_alone(tmp_path: Path) -> None:
    target = tmp_path / "target"
    questions = tmp_path / ".askline/questions"
    questions.mkdir(parents=True)
    (questions / Path(FIRST).name).symlink_to(target)

    path = await kept(tmp_path, ENTRY)

    assert path != FIRST
    assert not target.exists()


@pytest.mark.parametrize("linked", [".askline", ".askline/questions"])
async def test_a_link_leads_nobody_out_of_the_project(tmp_path: Path, linked: str) -> None:
    project, outside = tmp_path / "project", tmp_path / "outside"
    outside.joinpath("questions").mkdir(parents=True)
    outside.joinpath("20261114_120000_question.yaml").write_text("question: a\nanswer: b\n")
    (project / linked).parent.mkdir(parents=True)
    (project / linked).symlink_to(outside)
    journal = DiskJournal()

    with pytest.raises(StoreUnavailable, match="cannot be written"):
        await journal.write(str(project), HERE, ENTRY)

    assert await journal.read(str(project), ()) == []
    assert await journal.newest(str(project)) is None
    assert await journal.has(str(project), HERE) is (linked != ".askline")
    assert len(list(outside.iterdir())) == 2


@pytest.mark.parametrize("project", ["", "relative", "/nowhere/at/all", "/nul\0"])
async def test_a_project_that_is_not_there_is_not_made(project: str) -> None:
    journal = DiskJournal()

    with pytest.raises(StoreUnavailable) as refused:
        await journal.write(project, HERE, ENTRY)

    assert "The answer is stored." in refused.value.hint
    assert await journal.read(project, ()) == []
    assert await journal.newest(project) is None
    assert not await journal.has(project, HERE)


async def test_the_newest_entry_is_told_by_names_alone(tmp_path: Path) -> None:
    journal, project = DiskJournal(), str(tmp_path)
    await journal.write(project, Place.SWISSARMYHAMMER, replace(ENTRY, at=NOON + timedelta(1)))
    await journal.write(project, HERE, ENTRY)
    (tmp_path / ".askline/questions/mine.yaml").touch()

    assert await journal.newest(project) == NOON + timedelta(1)


async def test_one_look_parses_only_so_much_of_others_and_the_next_gets_further(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, project = DiskJournal(), str(tmp_path)
    await journal.write(project, HERE, ENTRY)
    for number in range(1, 5):
        file = tmp_path / f".askline/questions/20261114_12000{number}_mine.yaml"
        file.write_text(f"question: Which?\nanswer: {number}\n")
    moments = iter([0.0, 0.0, 1.0, 3.0, 4.0, 5.0, 0.0, 1.0, 1.5])
    monkeypatch.setattr(on_disk, "PATIENCE_S", 2.0)
    monkeypatch.setattr(on_disk, "monotonic", lambda: next(moments))

    assert [e.answer for e in await journal.read(project, ())] == ["4", "3", "this"]
    assert len(await journal.read(project, ())) == 5


async def test_what_is_remembered_of_files_has_an_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, project = DiskJournal(), str(tmp_path)
    for number in range(4):
        await journal.write(project, HERE, another(number))
    monkeypatch.setattr(on_disk, "MOST_FILES", 3)

    assert len(await journal.read(project, ())) == 3
    monkeypatch.setattr(on_disk, "MOST_FILES", 1)
    await journal.write(project, HERE, another(5, at=NOON + timedelta(seconds=1)))
    assert [entry.ask for entry in await journal.read(project, ())] == ["a5"]
    assert len(journal._parsed) == 1


async def test_only_the_files_of_the_asks_that_are_named_go(tmp_path: Path) -> None:
    journal, project = DiskJournal(), str(tmp_path)
    for number in range(3):
        await journal.write(project, HERE, another(number))
    await journal.write(project, Place.SWISSARMYHAMMER, another(1))
    mine = tmp_path / ".askline/questions/mine.yaml"
    mine.write_text("question: a\nanswer: a1\n")

    assert await journal.forget(project, {"a1", "a9"}) == 2
    assert await journal.forget("/nowhere/at/all", {"a1"}) == 0
    left = sorted(entry.ask or "" for entry in await journal.read(project, ()))
    assert left == ["", "a0", "a2"]
