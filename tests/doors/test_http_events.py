"""The event stream: a snapshot, then every change, and nothing missed by going away."""

from dataclasses import replace
from datetime import timedelta

import anyio
import pytest

from askline.asks.ports import Hint, News
from askline.core.background import background
from askline.core.people import ActorKind
from askline.doors.http.app import end_streams
from askline.doors.http.feed import KEPT
from tests.builders import ADA, AGENT, LATER, NOON, STRANGER, a_matter, a_new_ask, a_text, given
from tests.doors.http_house import AWAY, House, Json, UnreadableAsks
from tests.promises import promise


@promise("one-truth-everywhere")
async def test_every_stream_and_every_long_poll_learns_of_one_settle() -> None:
    house = House()
    ask = await house.asked()
    polled: list[Json] = []

    async def poll() -> None:
        polled.append(await house.get(f"/asks/{ask.id}/outcome", wait=600))

    async with house.open(), house.listening() as one, house.listening() as other:
        await one.next()
        await other.next()
        async with background(poll):
            held = [await one.next(), await other.next()]
            outcome = await house.post(
                f"/asks/{ask.id}/answer", answers={"db": {"values": ["SQLite"]}}
            )
            settled = [await one.next(), await other.next()]
            await anyio.wait_all_tasks_blocked()

    assert [event.name for event in (*held, *settled)] == [*["marked"] * 2, *["settled"] * 2]
    assert [event.ask["outcome"] for event in settled] == [outcome, outcome]
    assert polled == [outcome]


async def test_a_stream_begins_with_the_inbox_in_its_order() -> None:
    house = House()
    later = await house.asked()
    sooner = await house.asked(deadline=LATER)

    async with house.open(), house.listening() as stream:
        start = await stream.message()
        first = await stream.next()

    assert start["status"] == 200
    assert dict(start["headers"])[b"content-type"] == b"text/event-stream; charset=utf-8"
    assert dict(start["headers"])[b"cache-control"] == b"no-store"
    assert first.name == "snapshot"
    assert first.data["seq"] == 0
    assert [ask["id"] for ask in first.data["asks"]] == [str(sooner.id), str(later.id)]


async def test_each_change_is_told_by_its_name_with_the_ask_as_it_stands() -> None:
    house = House()
    async with house.open(), house.listening() as stream:
        await stream.next()

        ask = await house.asked(deadline=LATER)
        events = [await stream.next()]
        path = f"/asks/{ask.id}"
        for verb, body in (
            ("seen", {}),
            ("extend", {"deadline": "2026-11-14T15:00:00Z"}),
            ("answer", {"answers": {"db": {"values": ["SQLite"]}}}),
            ("correct", {"answers": {"db": {"values": ["PostgreSQL"]}}}),
        ):
            await house.post(f"{path}/{verb}", **body)
            events.append(await stream.next())

    assert [event.name for event in events] == ["asked", "seen", "marked", "settled", "amended"]
    assert [event.data["seq"] for event in events] == [1, 2, 3, 4, 5]
    assert events[2].ask["deadline"] == "2026-11-14T15:00:00.000Z"
    assert events[4].ask["outcome"]["amendments"][0]["kind"] == "correction"


async def test_a_draft_is_told_without_its_text() -> None:
    house = House()
    ask = await house.asked()
    async with house.open(), house.listening() as stream:
        await stream.next()

        await house.desk.answering.draft(ADA, ask.id, given(db="secret so far"))
        event = await stream.next()

    assert (event.name, event.ask["id"]) == ("draft", str(ask.id))
    assert "secret" not in str(event.data)


async def test_that_somebody_types_is_no_news_for_programs() -> None:
    house = House(who=lambda _: replace(ADA, kind=ActorKind.CLIENT))
    ask = await house.asked()
    async with house.open(), house.listening() as stream:
        await stream.next()

        await house.desk.answering.draft(ADA, ask.id, given(db="secret so far"))
        await anyio.wait_all_tasks_blocked()
        await house.desk.answering.seen(ADA, ask.id)
        event = await stream.next()

    assert event.name == "seen"


async def test_who_comes_back_goes_on_where_it_left() -> None:
    house = House()
    async with house.open():
        async with house.listening() as stream:
            await stream.next()
            first = await house.asked()
            left = await stream.next()
        missed = await house.asked()
        await anyio.wait_all_tasks_blocked()

        async with house.listening(left.id) as stream:
            event = await stream.next()

    assert left.ask["id"] == str(first.id)
    assert (event.name, event.ask["id"]) == ("asked", str(missed.id))


@pytest.mark.parametrize("last_id", ["1", "cafecafe-1", "nonsense", "-", "{mark}-9", "{mark}-x"])
async def test_an_id_that_this_process_never_gave_means_a_snapshot(last_id: str) -> None:
    house = House()
    mark = house.app.state.feed.id_of(0).partition("-")[0]
    async with house.open():
        await house.asked()
        await anyio.wait_all_tasks_blocked()

        async with house.listening(last_id.format(mark=mark)) as stream:
            event = await stream.next()

    assert event.name == "snapshot"


async def test_who_was_away_for_too_long_gets_a_snapshot() -> None:
    house = House()
    ask = await house.asked()
    async with house.open():
        async with house.listening() as stream:
            start = await stream.next()
        for _ in range(KEPT + 1):
            house.bell.ring(Hint(News.MARKED, ask.id, ask.tenant))
        await anyio.wait_all_tasks_blocked()

        async with house.listening(start.id) as stream:
            event = await stream.next()

    assert event.name == "snapshot"
    assert event.data["seq"] == KEPT + 1


async def test_who_was_away_for_as_long_as_the_ring_holds_misses_nothing() -> None:
    house = House()
    ask = await house.asked()
    async with house.open():
        async with house.listening() as stream:
            start = await stream.next()
        for _ in range(KEPT):
            house.bell.ring(Hint(News.MARKED, ask.id, ask.tenant))
        await anyio.wait_all_tasks_blocked()

        async with house.listening(start.id) as stream:
            event = await stream.next()

    assert (event.name, event.data["seq"]) == ("marked", KEPT)


async def test_after_the_bell_was_deaf_every_stream_gets_a_fresh_snapshot() -> None:
    house = House()
    async with house.open(), house.listening() as stream:
        await stream.next()
        unheard = a_new_ask()
        ears, house.bell._ears = house.bell._ears, []
        ask = await house.desk.asking.ask(AGENT, unheard)
        house.bell._ears = ears

        house.bell.miss()
        event = await stream.next()

    assert event.name == "snapshot"
    assert [each["id"] for each in event.data["asks"]] == [str(ask.id)]


async def test_what_is_not_for_the_listener_is_not_told() -> None:
    house = House()
    async with house.open(), house.listening() as stream:
        await stream.next()

        hidden = await house.desk.asking.ask(STRANGER, a_new_ask())
        house.bell.ring(Hint(News.MARKED, hidden.id, "local"))
        shown = await house.asked()
        event = await stream.next()

    assert event.ask["id"] == str(shown.id)


async def test_a_quiet_stream_gives_a_sign_of_life() -> None:
    house = House(ping_s=0.001)
    async with house.open(), house.listening() as stream:
        snapshot = await stream.next()
        pings = [await stream.next(), await stream.next()]

    assert [(ping.name, ping.id) for ping in pings] == [("ping", snapshot.id)] * 2
    assert pings[0].data == {"seq": 0}


async def test_a_store_that_is_away_ends_the_stream_and_the_client_comes_back() -> None:
    house = House(store=UnreadableAsks(AWAY))
    async with house.open(), house.listening() as stream:
        messages = await stream.rest()

    assert [message.get("body") for message in messages] == [None, b"retry: 1000\n\n", b""]


@pytest.mark.parametrize("spec", ["2.3", "2.4"])
async def test_a_process_that_wants_to_end_ends_its_streams_and_long_polls(spec: str) -> None:
    house = House()
    ask = await house.asked()
    polled: list[Json] = []

    async def poll() -> None:
        polled.append(await house.get(f"/asks/{ask.id}/outcome", wait=600))

    async with house.open(), house.listening(spec=spec) as stream, background(poll):
        await stream.next()
        await anyio.wait_all_tasks_blocked()

        end_streams(house.app)
        rest = await stream.rest()
        await anyio.wait_all_tasks_blocked()

    assert len(rest) == 1
    assert [each["state"] for each in polled] == ["pending"]


async def test_a_listener_that_leaves_is_forgotten() -> None:
    house = House()
    async with house.open(), house.listening() as stream:
        await stream.next()

        stream.leave()
        await anyio.wait_all_tasks_blocked()
        house.clock.time = NOON + timedelta(hours=2)
        await house.asked()
        await anyio.wait_all_tasks_blocked()

        with pytest.raises(TimeoutError), anyio.fail_after(0):
            await stream.next()


async def test_a_page_gets_markdown_as_nodes_in_events_too() -> None:
    house = House()
    await house.asked(matter=a_matter(context="# Why"))

    async with house.open(), house.listening(query="nodes=1") as stream:
        first = await stream.next()
        await house.asked(matter=a_matter(a_text(), context="# How"))
        second = await stream.next()

    drawn = [ask["context_nodes"] for ask in (*first.data["asks"], second.ask)]
    assert drawn == [[{"tag": "h1", "children": [word]}] for word in ("Why", "How")]
