"""How a call waits: never silently past its client's patience, and without holding anybody hostage."""

from datetime import timedelta

import anyio
import pytest

from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.asks.state import State
from askline.core.errors import StoreUnavailable
from askline.core.ids import AskId, short_id
from askline.doors.mcp.callers import Call
from askline.doors.mcp.server import build_server
from askline.doors.mcp.waiting import TOGETHER, next_beat
from askline.stores.ephemeral import EphemeralAsks
from tests.builders import ADA, AGENT, StoppedClock, a_desk, a_new_ask, a_select, given
from tests.doors.asks import ASK, the_ask
from tests.doors.lines import JUNE, MODERN, Json, a_hello, a_line
from tests.invariants import invariant
from tests.promises import promise
from tests.unit.troubles import SlowAsks

AT_ONCE = 0.001
SOON = 0.02


@promise("no-silent-end")
@pytest.mark.parametrize("revision", [JUNE, MODERN])
async def test_at_the_cap_comes_a_normal_result_that_says_what_to_call_next(revision: str) -> None:
    desk = a_desk()
    server = build_server(desk, StoppedClock())
    async with a_line(server, a_hello(cap_s=AT_ONCE), revision=revision) as line:
        result = await line.result_of(await line.use("ask_user", ASK))
        following = result["structuredContent"]["next"]
        again = await line.result_of(await line.use(following["tool"], following["arguments"]))
        ask = await the_ask(desk)

    facts = result["structuredContent"]
    assert (facts["state"], result["isError"]) == ("pending", False)
    assert not any((facts["answered"], facts["cancelled"], facts["timedOut"]))
    assert f'`ask_await` with {{"ids":["{ask.id}"]}}' in result["content"][0]["text"]
    assert again["structuredContent"]["asks"][0]["state"] == "pending"
    assert again["structuredContent"]["next"] == following


async def test_a_pending_result_says_where_the_human_can_answer() -> None:
    desk = a_desk()
    server = build_server(desk, StoppedClock(), inbox_url=lambda ask: f"http://here/{ask.short_id}")
    async with a_line(server) as line:
        result = await line.result_of(await line.use("ask_user", {**ASK, "blocking": False}))
        ask = await the_ask(desk)

    assert result["structuredContent"]["url"] == f"http://here/{ask.short_id}"
    assert f"at http://here/{ask.short_id}." in result["content"][0]["text"]


async def test_an_agent_that_was_told_to_come_back_still_holds_its_ask_until_it_goes() -> None:
    desk = a_desk()
    hello = a_hello(cap_s=AT_ONCE)
    async with a_line(build_server(desk, StoppedClock()), hello) as line:
        await line.result_of(await line.use("ask_user", ASK))
        ask = await the_ask(desk)

    left = await desk.reading.read(ADA, ask.id)
    assert ask.holder == hello.caller.connection
    assert (left.detached, left.state) == (True, State.PENDING)


@pytest.mark.parametrize("revision", [JUNE, MODERN])
@invariant("I4")
async def test_progress_rises_even_when_the_clock_is_set_back(revision: str) -> None:
    clock = StoppedClock()
    desk = a_desk(clock=clock)
    server = build_server(desk, clock, beat_s=AT_ONCE)
    async with a_line(server, revision=revision) as line:
        await line.use("ask_user", ASK, beats="t1")
        ask = await the_ask(desk)
        clock.time += timedelta(seconds=30)
        told = await line.hear_progress(past=30)
        clock.time -= timedelta(hours=1)
        told += await line.hear_progress(past=30.005)

    assert told == sorted(set(told))
    assert {note["params"]["progressToken"] for note in line.notes} == {"t1"}
    assert ask.short_id in line.notes[0]["params"]["message"]


async def test_nobody_hears_of_progress_who_did_not_ask_for_it() -> None:
    desk = a_desk()
    server = build_server(desk, StoppedClock(), beat_s=AT_ONCE)
    async with a_line(server, a_hello(cap_s=SOON)) as line:
        await line.result_of(await line.use("ask_user", ASK))

        assert line.notes == []


async def test_beats_end_at_the_cap() -> None:
    desk = a_desk()
    server = build_server(desk, StoppedClock(), beat_s=AT_ONCE)
    async with a_line(server, a_hello(cap_s=SOON)) as line:
        result = await line.result_of(await line.use("ask_user", ASK, beats="t1"))

        assert result["structuredContent"]["state"] == "pending"
        assert len(line.notes) >= 1


@promise("detach-not-cancel")
@pytest.mark.parametrize("revision", [JUNE, MODERN])
async def test_a_cancelled_call_lets_its_ask_go_and_is_not_answered(revision: str) -> None:
    desk = a_desk()
    async with a_line(build_server(desk, StoppedClock()), revision=revision) as line:
        call = await line.use("ask_user", ASK)
        held = await the_ask(desk)
        cancel = {"requestId": call, "reason": "user"}
        await line.say({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancel})
        await anyio.wait_all_tasks_blocked()
        gone = await the_ask(desk)
        await desk.answering.answer(ADA, gone.id, given(), receipt="r1")
        picked_up = await line.result_of(await line.use("ask_user", ASK))

    assert (held.detached, gone.detached, gone.state) == (False, True, State.PENDING)
    assert picked_up["structuredContent"]["askId"] == str(gone.id)


@promise("detach-not-cancel")
async def test_a_line_that_goes_away_leaves_its_asks_in_the_inbox() -> None:
    desk = a_desk()
    async with a_line(build_server(desk, StoppedClock())) as line:
        await line.use("ask_user", ASK)
        held = await the_ask(desk)

    left = await the_ask(desk)
    assert (held.detached, left.detached, left.id) == (False, True, held.id)


async def test_a_call_that_is_cancelled_while_its_ask_is_committed_lets_it_go_too() -> None:
    store = SlowAsks()
    desk = a_desk(store)
    async with a_line(build_server(desk, StoppedClock())) as line:
        call = await line.use("ask_user", ASK)
        await anyio.wait_all_tasks_blocked()
        cancel = {"requestId": call}
        await line.say({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancel})
        await anyio.wait_all_tasks_blocked()
        store.commit.set()
        await anyio.wait_all_tasks_blocked()

        assert (await the_ask(desk)).detached


async def test_an_ask_that_another_call_still_waits_for_is_not_let_go() -> None:
    desk = a_desk()
    async with a_line(build_server(desk, StoppedClock())) as line:
        first = await line.use("ask_user", ASK)
        ask = await the_ask(desk)
        second = await line.use("ask_await", {"ids": [str(ask.id)]})
        await anyio.wait_all_tasks_blocked()
        cancel = {"requestId": first}
        await line.say({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancel})
        await anyio.wait_all_tasks_blocked()
        held = await the_ask(desk)
        await desk.answering.answer(ADA, ask.id, given(), receipt="r1")
        result = await line.result_of(second)

    assert not held.detached
    assert result["structuredContent"]["asks"][0]["answered"]


class BlindAsks(EphemeralAsks):
    """Keeps, but cannot be read."""

    async def get(self, ask_id: AskId) -> Ask | None:
        del ask_id
        raise StoreUnavailable("The store is away.", hint="Wait for it.")


@promise("no-silent-end")
async def test_a_store_that_goes_away_ends_the_call_but_not_the_ask() -> None:
    desk = a_desk(BlindAsks())
    async with a_line(build_server(desk, StoppedClock())) as line:
        result = await line.result_of(await line.use("ask_user", ASK))
        ask = await the_ask(desk)

    facts = result["structuredContent"]
    assert (facts["state"], facts["askId"]) == ("pending", str(ask.id))


async def pending_asks(desk: Desk, *names: str) -> list[Ask]:
    return [await desk.asking.ask(AGENT, a_new_ask(a_select(name))) for name in names]


def states(result: Json) -> list[str]:
    return [each["state"] for each in result["structuredContent"]["asks"]]


async def test_any_returns_with_the_first_and_all_with_the_last() -> None:
    desk = a_desk()
    first, second = await pending_asks(desk, "a", "b")
    ids = [str(first.id), str(second.id)]
    async with a_line(build_server(desk, StoppedClock())) as line:
        any_of = await line.use("ask_await", {"ids": ids, "mode": "any"})
        await anyio.wait_all_tasks_blocked()
        await desk.answering.answer(ADA, second.id, given(b="SQLite"), receipt="r1")
        some = await line.result_of(any_of)
        all_of = await line.use("ask_await", {"ids": ids, "mode": "all"})
        await anyio.wait_all_tasks_blocked()
        await desk.answering.answer(ADA, first.id, given(a="SQLite"), receipt="r2")
        every = await line.result_of(all_of)

    assert states(some) == ["pending", "answered"]
    assert some["structuredContent"]["next"]["arguments"] == {"ids": [str(first.id)]}
    assert states(every) == ["answered", "answered"]
    assert "next" not in every["structuredContent"]
    for ask_id in ids:
        assert ask_id in every["content"][0]["text"]


async def test_a_wait_of_zero_only_looks_and_holds_nothing() -> None:
    desk = a_desk()
    [ask] = await pending_asks(desk, "a")
    async with a_line(build_server(desk, StoppedClock())) as line:
        looked = await line.result_of(
            await line.use("ask_await", {"ids": short_id(ask.id), "wait": 0})
        )

        assert states(looked) == ["pending"]
        assert (await desk.reading.read(ADA, ask.id)).holder is None


async def test_a_wait_ends_before_the_cap_and_the_same_ask_counts_once() -> None:
    desk = a_desk()
    [ask] = await pending_asks(desk, "a")
    arguments = {"ids": [str(ask.id), ask.short_id], "wait": str(AT_ONCE)}
    async with a_line(build_server(desk, StoppedClock())) as line:
        waited = await line.result_of(await line.use("ask_await", arguments))

        assert states(waited) == ["pending"]
        assert not (await desk.reading.read(ADA, ask.id)).detached


@promise("no-silent-end")
async def test_a_repeated_call_counts_its_time_from_when_it_asked() -> None:
    clock = StoppedClock()
    desk = a_desk(clock=clock)
    hello = a_hello("cafe", cap_s=280)
    server = build_server(desk, clock)
    async with a_line(server, hello) as dead:
        await dead.use("ask_user", ASK)
        ask = await the_ask(desk)
        clock.time += timedelta(seconds=281)
        renewed = a_hello("cafe", again=1, cap_s=280, upcoming=3, replay=(1, 2))
        async with a_line(server, renewed) as line:
            result = await line.result_of(await line.use("ask_user", ASK))

    assert result["structuredContent"]["state"] == "pending"
    assert result["structuredContent"]["askId"] == str(ask.id)


async def test_the_late_end_of_a_broken_connection_lets_nothing_go_that_the_new_one_holds() -> None:
    desk = a_desk()
    server = build_server(desk, StoppedClock())
    renewed = a_hello("cafe", again=1, upcoming=3, replay=(1, 2))
    async with a_line(server, renewed, begun=False) as line:
        async with a_line(server, a_hello("cafe")) as broken:
            await broken.use("ask_user", ASK)
            await the_ask(desk)
            await line.begin()
            await line.use("ask_user", ASK)
            await anyio.wait_all_tasks_blocked()

        assert (await the_ask(desk)).holder == "cafe+1"


def test_a_call_without_a_line_has_no_number() -> None:
    assert Call(caller=a_hello("cafe").caller).request is None


def test_calls_that_began_apart_beat_together_and_none_later_than_it_should() -> None:
    begun = [now / 7 for now in range(1_000)]
    beats = {next_beat(now, 15.0) for now in begun}

    assert all(now < next_beat(now, 15.0) <= now + 15.0 for now in begun)
    assert len(beats) <= max(begun) / 15.0 * TOGETHER + 2
