"""What is answered gets into the journal by itself, and nothing of that gets in the way of asking."""

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path

import anyio
import pytest
from anyio.lowlevel import checkpoint

from askline.asks.answers import Given
from askline.asks.model import Ask
from askline.asks.ports import Hint, History, News
from askline.core.background import background
from askline.core.errors import StoreUnavailable
from askline.core.ids import AskId
from askline.core.people import Project
from askline.memory import scribe as scribing
from askline.memory.scribe import Scribe
from askline.stores.ephemeral import EphemeralAsks
from tests.builders import ADA, a_select, minted
from tests.unit.memory import House, parsed

SQLITE = Given(values=("SQLite",))
AWAY = StoreUnavailable("The disk is full.", hint="Make room.")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / ".askline").mkdir()
    return tmp_path


@asynccontextmanager
async def followed(house: House) -> AsyncGenerator[Scribe]:
    scribe = house.scribe
    with anyio.fail_after(10):
        async with background(scribe.run):
            await house.bell.wanted()
            yield scribe


async def until_written(house: House, count: int) -> list[str]:
    while len(house.written()) < count:
        await checkpoint()
    return [parsed(path.read_text())["answer"] for path in house.written()]


async def until_said(caplog: pytest.LogCaptureFixture, count: int) -> None:
    while len(caplog.records) < count:
        await checkpoint()


async def test_what_is_answered_or_corrected_is_written_by_itself(project: Path) -> None:
    house = House(project)
    async with followed(house):
        ask = await house.asked(a_select())
        await house.answer(ask, db=SQLITE)
        assert await until_written(house, 1) == ["SQLite"]
        house.clock.time += timedelta(seconds=1)
        await house.desk.asking.delivered(ADA, ask.id)
        await anyio.wait_all_tasks_blocked()
        other = {"db": Given(values=("PostgreSQL",))}
        await house.desk.answering.correct(ADA, ask.id, other, receipt="r2")

        assert await until_written(house, 2) == ["SQLite", "PostgreSQL"]


async def test_what_was_answered_while_nobody_followed_is_caught_up_with(project: Path) -> None:
    house = House(project)
    await house.memory.journal.keep(await house.answered("First?", "one"))
    await house.answered("Second?", "two")
    await house.answered("Third?", "three")

    async with followed(house):
        assert await until_written(house, 3) == ["one", "two", "three"]


async def test_what_people_removed_is_not_written_again(project: Path) -> None:
    house = House(project)
    await house.answered("Never written?", "one")
    removed = await house.answered("Removed?", "two")
    [path] = await house.memory.journal.keep(removed)
    await house.memory.journal.keep(await house.answered("Third?", "three"))
    (project / path).unlink()
    await house.answered("Nowhere?", "-", project=Project(name="project"))

    async with followed(house):
        await house.answered("Fourth?", "four")
        assert await until_written(house, 2) == ["three", "four"]


async def test_after_the_bell_was_deaf_nothing_is_missing(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scribing, "REMEMBERED", 0)
    house = House(project)
    async with followed(house):
        await until_written_nothing(house)
        ears, house.bell._ears = house.bell._ears, []
        await house.answered("Unheard?", "yes")
        await house.answered("Unheard too?", "yes")
        house.bell._ears = ears
        house.bell.miss()

        assert await until_written(house, 2) == ["yes", "yes"]


async def until_written_nothing(house: House) -> None:
    """Until it has caught up with what there was."""
    house.bell.ring(Hint(News.ASKED, minted.ask_id(house.clock.now()), "local"))
    await anyio.wait_all_tasks_blocked()
    assert house.written() == []


class Forgetful(EphemeralAsks):
    """Cannot be listed, and once not even be read."""

    away = True

    async def get(self, ask_id: AskId) -> Ask | None:
        if self.away:
            self.away = False
            raise AWAY
        return await super().get(ask_id)

    async def history(self, which: History) -> list[Ask]:
        del which
        raise AWAY


async def test_a_store_that_is_away_does_not_end_it(
    project: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = Forgetful()
    house = House(project, store=store)
    async with followed(house):
        house.bell.ring(Hint(News.SETTLED, minted.ask_id(house.clock.now()), "local"))
        while store.away:
            await checkpoint()
        await house.answered("Which database?", "SQLite")

        assert await until_written(house, 1) == ["SQLite"]
    assert [record.getMessage() for record in caplog.records] == [
        "the journal could not catch up: store_unavailable",
        "an ask is not in the journal: store_unavailable",
    ]


async def test_a_journal_that_cannot_be_written_is_said_once_and_disturbs_nobody(
    project: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (project / ".askline/questions").touch()
    house = House(project)
    async with followed(house) as scribe:
        for number in range(3):
            await house.answered(f"Question {number}?", "swordfish")
            await anyio.wait_all_tasks_blocked()
        await until_said(caplog, 1)
        house.mode = "nonsense"
        house.project = Project(name="other", path=str(project / "other"))
        await house.answered("Elsewhere?", "swordfish")
        await until_said(caplog, 2)
        troubled = scribe.in_trouble

    assert troubled == (str(project), f"{project}/other")
    first, second = caplog.records
    assert first.levelno == logging.WARNING
    assert f"{project}/.askline cannot be written: Not a directory" in first.getMessage()
    assert second.getMessage() == f"no journal in {project}/other: ValueError"


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scribing, "FIRST_PAUSE_S", 0.0)


async def until_whole(scribe: Scribe) -> None:
    while scribe.in_trouble:
        await checkpoint()


@pytest.mark.usefixtures("impatient")
async def test_what_could_not_be_written_is_written_when_it_can_be(
    project: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger=scribing.__name__)
    in_the_way = project / ".askline/questions"
    in_the_way.touch()
    house = House(project)
    async with followed(house) as scribe:
        for number in range(3):
            await house.answered(f"Question {number}?", f"answer {number}")
        await until_said(caplog, 1)
        assert scribe.in_trouble == (str(project),)
        in_the_way.unlink()

        assert await until_written(house, 3) == ["answer 0", "answer 1", "answer 2"]
        await until_whole(scribe)
    assert caplog.records[-1].getMessage() == f"the journal in {project} is whole again"


async def test_of_too_much_that_is_owed_the_newest_is_tried_again(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scribing, "MOST_OWED", 1)
    house = House(project, "nonsense")
    async with followed(house) as scribe:
        _, second = [await house.answered(f"{n}?", f"answer {n}") for n in range(2)]
        while [*scribe._owed] != [second.id]:
            await checkpoint()

        assert scribe.in_trouble == (str(project),)


class Pruned(EphemeralAsks):
    """Forgets an ask when it is told to."""

    gone = False

    async def get(self, ask_id: AskId) -> Ask | None:
        return None if self.gone else await super().get(ask_id)


@pytest.mark.usefixtures("impatient")
async def test_an_ask_that_is_gone_is_owed_no_more(
    project: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = Pruned()
    house = House(project, "nonsense", store=store)
    async with followed(house) as scribe:
        await house.answered("Which?", "SQLite")
        await until_said(caplog, 1)
        store.gone = True
        await until_whole(scribe)

    assert house.written() == []


async def test_who_follows_a_projects_memory_is_told_of_an_answer_and_of_a_deaf_bell(
    project: Path,
) -> None:
    house, told = House(project), list[int]()

    async def tell() -> None:
        told.append(1)

    async def until_told(count: int) -> None:
        while len(told) < count:
            await checkpoint()

    follow = partial(house.memory.changes.follow, "local", house.project, tell)
    async with followed(house), background(follow):
        await until_told(1)
        await house.answered("Which?", "SQLite")
        await until_told(2)
        house.bell.miss()
        await until_told(3)


async def test_of_a_project_that_still_fails_only_the_first_is_tried(project: Path) -> None:
    house = House(project, "nonsense")
    async with followed(house) as scribe:
        asks = [await house.answered(f"{n}?", f"answer {n}") for n in range(2)]
        while len(scribe._owed) < len(asks):
            await checkpoint()
        await scribe._try_each()

        assert [*scribe._owed] == [ask.id for ask in asks]
