"""Streams of hosts: who may see their asks, what is kept of them, which ask is the newest."""

from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import anyio
import pytest

from askline.asks import rights, searching, streams
from askline.asks.searching import Wanted
from askline.asks.streams import PAGE, Stream, Streams, id_of, read_token
from askline.core.errors import NotFound
from tests.builders import (
    ADA,
    AGENT,
    NOON,
    SHOP,
    UNPACED,
    StoppedClock,
    a_desk,
    a_new_ask,
    a_select,
    an_ask,
)

TOKEN = UUID("a1b2c3d4-e5f6-4890-abcd-ef1234567890")


class Paper:
    """Keeps a text; or a trouble, which it raises."""

    def __init__(self, said: str | Exception = "") -> None:
        self.said = said

    def read(self) -> str:
        if isinstance(self.said, Exception):
            raise self.said
        return self.said

    def write(self, text: str) -> None:
        if isinstance(self.said, Exception):
            raise self.said
        self.said = text


def a_stream(stream_id: str = id_of(TOKEN), minutes: int = 10) -> Stream:
    ends = NOON + timedelta(minutes=minutes)
    return Stream(id=stream_id, project=SHOP, made_at=NOON, expires_at=ends)


def test_an_id_does_not_lead_back_to_its_token() -> None:
    assert id_of(TOKEN) == id_of(UUID(str(TOKEN)))
    assert TOKEN.hex not in id_of(TOKEN)


@pytest.mark.parametrize("said", [None, "", "x", TOKEN.hex, f"{{{TOKEN}}}", f"urn:uuid:{TOKEN}"])
def test_a_token_is_a_uuid_in_its_usual_spelling(said: str | None) -> None:
    assert read_token(said) is None
    assert read_token(str(TOKEN).upper()) == TOKEN


def test_a_stream_lives_until_its_time_is_over_or_its_host_ends_it() -> None:
    clock = StoppedClock()
    live = Streams(clock, Paper())
    stream = live.begin(a_stream())

    assert live.of_token(str(TOKEN)) == live.live(stream.id) == stream
    assert len(live) == 1
    clock.time += timedelta(minutes=10)
    assert len(live) == 0
    assert live.live(stream.id) is None
    assert live.end(stream.id)
    assert not live.end(stream.id)
    assert live.of_token("x") is None


async def test_who_listens_hears_that_it_ended() -> None:
    live = Streams(StoppedClock(), Paper())
    stream = live.begin(a_stream())
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(live.over, stream.id)
            await anyio.wait_all_tasks_blocked()
            live.end(stream.id)


@pytest.mark.parametrize("said", [OSError("no disk"), "[{}]", "[", "[3]"])
def test_what_cannot_be_kept_or_read_stops_nobody(said: str | Exception) -> None:
    live = Streams(StoppedClock(), Paper(said))

    assert live.live(live.begin(a_stream()).id) is not None


async def test_the_newest_ask_of_a_stream_is_found_among_many() -> None:
    clock = StoppedClock(NOON - timedelta(seconds=1))
    desk = a_desk(clock=clock, limits=UNPACED)
    stream = a_stream()
    await desk.asking.ask(AGENT, a_new_ask(stream=stream.id))
    assert await streams.latest(desk.reading, ADA, stream) is None
    clock.time = NOON
    assert await streams.latest(desk.reading, ADA, replace(stream, made_at=NOON)) is None
    mine = await desk.asking.ask(AGENT, a_new_ask(stream=stream.id))
    for _ in range(PAGE):
        clock.time += timedelta(milliseconds=1)
        await desk.asking.ask(AGENT, a_new_ask())

    assert await streams.latest(desk.reading, ADA, stream) == mine
    assert await streams.latest(a_desk().reading, ADA, stream) is None


async def test_whoever_is_bound_to_a_stream_sees_its_asks_alone() -> None:
    guest = replace(ADA, stream="mine")
    desk = a_desk()
    mine = await desk.asking.ask(AGENT, a_new_ask(stream="mine"))
    theirs = await desk.asking.ask(AGENT, a_new_ask(stream="theirs"))
    await desk.asking.ask(AGENT, a_new_ask())

    found = [
        *await searching.pending(desk.reading, guest, Wanted(), limit=9),
        *await searching.newest(desk.reading, guest, Wanted(), limit=9),
    ]

    assert found == [mine, mine]
    assert len(await searching.pending(desk.reading, ADA, Wanted(), limit=9)) == 3
    assert not rights.may_see(guest, an_ask())
    with pytest.raises(NotFound):
        await desk.reading.read(guest, theirs.id)


async def test_the_same_question_in_two_streams_is_two_asks() -> None:
    desk = a_desk()
    same = a_new_ask(a_select(text="Which?"))
    asks = [
        await desk.asking.ask(AGENT, replace(same, stream=stream))
        for stream in ("one", "two", None, "one")
    ]

    assert len({ask.id for ask in asks}) == 3
    assert asks[0].id == asks[3].id
