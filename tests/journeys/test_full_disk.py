"""The disk under the store is full: everybody is told what to do, and nobody loses anything."""

import sys
from collections.abc import Generator
from contextlib import ExitStack

import pytest

from tests.journeys.agents import JUNE, Agent, Home, home
from tests.journeys.disks import Disk, Limited, Mounted, small_disk
from tests.promises import promise

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux limits a running process, and mounts a small disk"
)


@pytest.fixture(params=["mounted", "limited"])
def where(request: pytest.FixtureRequest) -> Generator[tuple[Home, Disk]]:
    with ExitStack() as stack:
        wanted = request.param == "mounted"
        directory = stack.enter_context(small_disk()) if wanted else None
        place = stack.enter_context(home(directory))
        yield place, Mounted() if directory else Limited()


def refused(agent: Agent, question: str) -> str:
    """What an agent is told in the place of an answer."""
    result = agent.wait(agent.ask(question))
    assert result["isError"], result
    return result["content"][0]["text"]


@promise("stored-first")
@promise("no-silent-end")
def test_an_ask_on_a_full_disk_is_refused_whole_and_taken_when_there_is_room(
    where: tuple[Home, Disk],
) -> None:
    place, disk = where
    agent = Agent(place, JUNE)
    first = agent.ask("Before?")
    (kept,) = place.pending(1)
    service = place.service()
    disk.fill(place)

    said = [refused(agent, "Now?"), refused(agent, "Now?")]

    for text in said:
        assert "[store_unavailable]" in text
        assert "ree space" in text
        assert f"{place.root}/state" in text
    assert place.json("list", "--all") == [kept]
    disk.free(place)
    second = agent.ask("Now?")
    for ask in place.pending(2):
        place.answer(ask, ask["questions"][0]["question"])
    assert agent.answer_to(first) == "Before?"
    assert agent.answer_to(second) == "Now?"
    assert place.service() == service
    agent.close()


@promise("commit-before-ack")
def test_an_answer_on_a_full_disk_is_refused_and_the_ask_stays(where: tuple[Home, Disk]) -> None:
    place, disk = where
    agent = Agent(place, JUNE)
    call = agent.ask("Well?")
    (ask,) = place.pending(1)
    disk.fill(place)

    done = place.run("answer", ask["id"], "yes")

    assert done.returncode == 10
    assert "store_unavailable" in done.stderr
    assert "ree space" in done.stderr
    assert f"{place.root}/state" in done.stderr
    assert place.json("list") == [ask]
    disk.free(place)
    place.answer(ask, "later")
    assert agent.answer_to(call) == "later"
    agent.close()


@promise("never-lost")
def test_a_service_that_dies_on_a_full_disk_is_started_there_again() -> None:
    with small_disk() as directory, home(directory) as place:
        disk = Mounted() if directory else Limited()
        agent = Agent(place, JUNE)
        call = agent.ask("Still there?")
        (ask,) = place.pending(1)
        disk.fill(place)

        place.kill_service()

        assert [each["id"] for each in place.pending(1)] == [ask["id"]]
        disk.free(place)
        place.answer(ask, "yes")
        assert agent.answer_to(call) == "yes"
        agent.close()
