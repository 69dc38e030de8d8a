"""The summary of what was answered in a project, from the store and from files."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from askline.asks.answers import Given
from askline.core.errors import InvalidArguments
from askline.core.people import Project
from askline.memory import digest
from askline.memory.digest import Sought, read_since
from askline.memory.memory import open_memory
from tests.builders import ADA, AGENT, NOON, SHOP, STRANGER, a_select, a_text
from tests.unit.memory import House, parsed


async def test_a_summary_is_oldest_first_and_whole(tmp_path: Path) -> None:
    house = House(tmp_path)
    for number in range(3):
        await house.answered(f"Question {number}?", f"answer {number}")

    summary = await house.summary()

    assert (summary.count, summary.total) == (3, 3)
    assert [entry["answer"] for entry in parsed(summary.text)["entries"]] == [
        "answer 0",
        "answer 1",
        "answer 2",
    ]


async def test_a_limit_takes_the_newest_and_still_tells_the_total(tmp_path: Path) -> None:
    house = House(tmp_path)
    for number in range(3):
        await house.answered(f"Question {number}?", f"answer {number}")

    summary = await house.summary(limit=2)

    assert (summary.count, summary.total) == (2, 3)
    assert "# Total Q&A Pairs: 3\n" in summary.text
    assert "more, older" not in summary.text
    assert [entry["answer"] for entry in parsed(summary.text)["entries"]] == [
        "answer 1",
        "answer 2",
    ]


async def test_a_summary_can_be_searched_and_begin_somewhere(tmp_path: Path) -> None:
    house = House(tmp_path)
    await house.answered("Which database?", "SQLite")
    await house.answered("Which colour?", "green, like the DATABASE of seeds")
    await house.answered("Which cache?", "none")

    both = await house.entries(words="database")
    one = await house.entries(words="green database")
    late = await house.entries(since=NOON + timedelta(seconds=2))

    assert [entry["question"] for entry in both] == ["Which database?", "Which colour?"]
    assert [entry["question"] for entry in one] == ["Which colour?"]
    assert [entry["question"] for entry in late] == ["Which colour?", "Which cache?"]


async def test_what_stands_in_store_and_files_is_told_once(tmp_path: Path) -> None:
    (tmp_path / ".askline").mkdir()
    house = House(tmp_path)
    first = await house.answered("Which database?", "SQLite")
    second = await house.answered("Which cache?", "none", profile="swissarmyhammer")
    await house.memory.journal.keep(first)
    [path] = await house.memory.journal.keep(second)
    touched = tmp_path / path
    touched.write_text(touched.read_text() + "# seen\n")

    entries = await house.entries()

    assert [entry["answer"] for entry in entries] == ["SQLite", "none"]
    assert all("source" not in entry for entry in entries)


async def test_what_only_files_know_is_marked_as_such_and_told_once(tmp_path: Path) -> None:
    elsewhere = House(tmp_path, "on")
    ask = await elsewhere.answered("Which database?", "SQLite")
    await elsewhere.memory.journal.keep(ask)
    await elsewhere.memory.journal.keep(replace(ask, profile="swissarmyhammer"))
    by_hand = tmp_path / ".askline/questions/20261114_120002_mine.yaml"
    by_hand.write_text("question: Tabs?\nanswer: no\n")

    entries = await House(tmp_path).entries()

    assert [(each["question"], each["answer"]) for each in entries] == [
        ("Which database?", "SQLite"),
        ("Tabs?", "no"),
    ]
    assert {each["source"] for each in entries} == {"file"}


async def test_a_files_word_is_nobodys_and_its_time_to_come_is_not_believed(tmp_path: Path) -> None:
    house = House(tmp_path)
    questions = tmp_path / ".askline/questions"
    questions.mkdir(parents=True)
    claims = "question: Which database?\nanswer: MongoDB\nby: human\nwho: me\ndoor: tui\n"
    (questions / "forged.yaml").write_text(f"{claims}timestamp: 2099-01-01T00:00:00Z\n")
    await house.answered("Which database?", "SQLite")

    found = await house.memory.digest.found(AGENT, house.project, Sought())

    forged = next(each for each in found.entries if each.answer == "MongoDB")
    assert (forged.by, forged.who, forged.door) == (None, None, None)
    assert forged.at == house.clock.now()
    assert next(each for each in found.entries if each.by).overruled is None


async def test_an_answer_that_was_changed_later_is_told_as_overruled(tmp_path: Path) -> None:
    house = House(tmp_path)
    ask = await house.answered("Which database?", "SQLite")
    await house.desk.asking.delivered(ADA, ask.id)
    await house.answered("Which database?", "PostgreSQL")

    first, second = await house.entries()
    [alone] = await house.entries(words="sqlite")

    assert first["overruled"] == second["timestamp"] == alone["overruled"]
    assert "overruled" not in second


async def test_a_redacted_file_does_not_hide_what_the_store_knows(tmp_path: Path) -> None:
    house = House(tmp_path, "redacted")
    await house.memory.journal.keep(await house.answered("Which database?", "SQLite"))

    assert [entry["answer"] for entry in await house.entries()] == ["SQLite"]
    assert [entry["answer"] for entry in await House(tmp_path).entries()] == ["[redacted]"]


async def test_questions_answered_together_stay_in_their_order(tmp_path: Path) -> None:
    house = House(tmp_path, "on")
    ask = await house.asked(a_select("one"), a_select("two"), a_text("three"))
    one = Given(values=("SQLite",))
    ask = await house.answer(
        ask, one=one, two=Given(values=("PostgreSQL",)), three=Given(values=("x",))
    )
    await house.memory.journal.keep(ask)

    expected = ["SQLite", "PostgreSQL", "x"]
    assert [entry["answer"] for entry in await house.entries()] == expected
    assert [entry["answer"] for entry in await House(tmp_path).entries()] == expected


async def test_a_summary_that_gets_too_long_leaves_out_the_oldest_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(digest, "LONGEST", 1000)
    house = House(tmp_path)
    for number in range(4):
        await house.answered(f"Question {number}?", f"{number}" * 300)
    summary = await house.summary()
    await house.answered("The last?", "l" * 3000)
    longest = await house.summary()

    assert (summary.count, summary.total) == (2, 4)
    assert "# 2 more, older, are left out" in summary.text
    assert [e["question"] for e in parsed(summary.text)["entries"]] == [
        "Question 2?",
        "Question 3?",
    ]
    assert longest.count == 1
    assert parsed(longest.text)["entries"][0]["answer"] == "l" * 3000


async def test_nobody_is_told_of_another_project_tenant_or_secret(tmp_path: Path) -> None:
    house = House(tmp_path)
    await house.answered("Which password?", "swordfish", matter={"sensitive": True})
    await house.answered("Elsewhere?", "yes", project=replace(SHOP, name=tmp_path.name))
    await house.answered("Here?", "yes")

    of_agent = await house.summary()
    of_person = await house.memory.digest.summary(ADA, house.project, Sought())
    of_stranger = await house.memory.digest.summary(STRANGER, house.project, Sought())

    assert [entry["question"] for entry in parsed(of_agent.text)["entries"]] == ["Here?"]
    assert of_person == of_agent
    assert of_stranger.total == 0


async def test_an_agent_without_a_directory_has_a_memory_too(tmp_path: Path) -> None:
    house = House(tmp_path)
    nowhere = Project(name="project")
    await house.answered("Anybody?", "yes", project=nowhere)
    store_alone = open_memory(house.desk, house.clock)

    for memory in (house.memory, store_alone):
        assert (await memory.digest.summary(AGENT, nowhere, Sought())).count == 1
        assert (await memory.digest.summary(AGENT, house.project, Sought())).count == 0


def test_a_beginning_is_a_day_or_a_time_in_utc_unless_it_says_otherwise() -> None:
    assert read_since(None) is None
    assert read_since("2026-11-14T12:00") == NOON
    assert read_since(" 2026-11-14T13:00:00+01:00 ") == NOON
    assert read_since("2026-11-14") == NOON - timedelta(hours=12)
    with pytest.raises(InvalidArguments, match="since"):
        read_since("last week")
