"""Who waits over HTTP holds the ask for as long as it is there."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import anyio
import anyio.lowlevel
import pytest

from askline.asks.model import Ask
from askline.asks.state import State
from askline.core.background import background
from askline.core.errors import StoreUnavailable
from askline.doors.http.app import holding_of
from tests.builders import ADA, given
from tests.doors.http_house import House, Json, a_scope
from tests.promises import promise
from tests.unit.troubles import AwayAsks

QUESTION: Json = {"question": "Which database?"}


class Poll:
    """One long poll, of a client that can hang up."""

    def __init__(self, house: House, ask_id: str) -> None:
        self._house = house
        self._scope = {
            **a_scope(f"/asks/{ask_id}/outcome", []),
            "query_string": b"wait=600",
        }
        self.gone = anyio.Event()
        self.done = anyio.Event()

    async def run(self) -> None:
        try:
            await self._house.app(self._scope, self._receive, self._send)
        finally:
            self.done.set()

    async def _receive(self) -> Any:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        pass


@asynccontextmanager
async def polling(house: House, *ask_ids: str) -> AsyncGenerator[list[Poll]]:
    polls = [Poll(house, ask_id) for ask_id in ask_ids]
    with anyio.fail_after(5):
        async with background(*(poll.run for poll in polls)):
            await anyio.wait_all_tasks_blocked()
            yield polls


async def hang_up(poll: Poll) -> None:
    poll.gone.set()
    await poll.done.wait()


async def the_ask(house: House) -> Ask:
    [ask] = await house.desk.reading.history(ADA)
    return ask


def holds(house: House, ask: Ask) -> bool:
    """Whether somebody holds it over HTTP."""
    return ask.holder is not None and ask.holder in holding_of(house.app)


async def test_an_ask_that_was_left_in_the_inbox_is_not_detached() -> None:
    house = House()

    made = await house.post("/asks", 201, **QUESTION)

    assert not made["detached"]
    assert (await the_ask(house)).holder is None


@promise("detach-not-cancel")
async def test_who_waits_holds_the_ask_and_lets_it_go_by_hanging_up() -> None:
    house = House()
    made = await house.post("/asks", 201, **QUESTION)

    async with polling(house, made["id"]) as [poll]:
        held = await the_ask(house)
        assert holds(house, held)
        assert len(holding_of(house.app)) == 1
        await hang_up(poll)

    left = await the_ask(house)
    assert (held.detached, left.detached, left.state) == (False, True, State.PENDING)
    assert not holds(house, held)


async def test_of_two_who_wait_the_last_lets_go() -> None:
    house = House()
    made = await house.post("/asks", 201, **QUESTION)

    async with polling(house, made["id"], made["id"]) as [one, other]:
        await hang_up(one)
        still = await the_ask(house)
        await hang_up(other)

    assert (still.detached, (await the_ask(house)).detached) == (False, True)


async def test_a_wait_of_many_calls_holds_from_one_to_the_next() -> None:
    house = House(come_back_s=0.2)
    made = await house.post("/asks", 201, **QUESTION)

    async with background(lambda: house.get(f"/asks/{made['id']}/outcome", wait=0.01)):
        with anyio.fail_after(5):
            while not len(holding_of(house.app)):
                await anyio.lowlevel.checkpoint()
        async with polling(house, made["id"]) as [poll]:
            await house.get(f"/asks/{made['id']}/outcome", wait=0.01)
            held = await the_ask(house)
            await hang_up(poll)

    kinds = [event.kind for event in await house.desk.reading.trail(ADA, held.id)]
    assert kinds == ["asked", "attached", "detached"]


async def test_who_stops_to_wait_lets_go_after_a_moment() -> None:
    house = House(come_back_s=0.01)
    made = await house.post("/asks", 201, **QUESTION)

    with anyio.fail_after(5):
        async with house.open():
            await house.get(f"/asks/{made['id']}/outcome", wait=0.01)
            held = await the_ask(house)
            while not (await the_ask(house)).detached:
                await anyio.lowlevel.checkpoint()
            await house.get(f"/asks/{made['id']}/outcome", wait=0.01)

    assert not held.detached
    assert len(holding_of(house.app)) == 0


async def test_who_came_back_in_time_holds_on_and_others_are_let_go() -> None:
    house = House(come_back_s=0.05)
    first, second = [await house.post("/asks", 201, key=key, **QUESTION) for key in "ab"]

    async with house.open():
        await house.get(f"/asks/{first['id']}/outcome", wait=0.01)
        async with polling(house, first["id"]):
            await house.get(f"/asks/{second['id']}/outcome", wait=0.01)
            while not (await house.get(f"/asks/{second['id']}"))["detached"]:
                await anyio.lowlevel.checkpoint()
            held = await house.get(f"/asks/{first['id']}")

    assert not held["detached"]


async def test_a_call_that_waited_is_over_when_it_is_answered() -> None:
    house = House(come_back_s=600)
    made = await house.post("/asks", 201, **QUESTION)

    with anyio.fail_after(5):
        async with house.open():
            await house.get(f"/asks/{made['id']}/outcome", wait=0.01)
            held = await the_ask(house)
            assert holds(house, held)

    assert (held.detached, (await the_ask(house)).detached) == (False, True)


async def test_a_wait_that_could_not_begin_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House()
    made = await house.post("/asks", 201, **QUESTION)

    async def away(*_: object) -> Ask:
        raise StoreUnavailable("The store is away.", hint="Wait for it.")

    with monkeypatch.context() as broken:
        broken.setattr(type(house.desk.asking), "attach", away)
        reply = await house.http.get(f"/asks/{made['id']}/outcome", params={"wait": 1})
    assert reply.json()["code"] == "store_unavailable"
    assert len(holding_of(house.app)) == 0

    async with polling(house, made["id"]) as [poll]:
        await hang_up(poll)

    assert (await the_ask(house)).detached


async def test_an_outcome_ends_the_holding_without_a_further_mark() -> None:
    house = House()
    made = await house.post("/asks", 201, **QUESTION)

    async with polling(house, made["id"]) as [poll]:
        ask = await the_ask(house)
        await house.desk.answering.answer(ADA, ask.id, given(q1="SQLite"), receipt="r1")
        await poll.done.wait()

    kinds = [event.kind for event in await house.desk.reading.trail(ADA, ask.id)]
    assert kinds == ["asked", "attached", "answered"]
    assert len(holding_of(house.app)) == 0


async def test_who_looks_on_takes_nothing_from_the_agent_that_waits() -> None:
    house = House()
    ask = await house.asked(holder="line-1")

    async with polling(house, str(ask.id)) as [poll]:
        await hang_up(poll)

    assert await the_ask(house) == ask


async def test_what_a_service_before_held_over_http_is_held_again() -> None:
    house = House()
    ask = await house.asked(holder="api-before")

    async with polling(house, str(ask.id)):
        assert holds(house, await the_ask(house))


async def test_a_store_that_is_away_leaves_the_mark_to_the_next_service() -> None:
    store = AwayAsks()
    house = House(store)
    made = await house.post("/asks", 201, **QUESTION)

    async with polling(house, made["id"]) as [poll]:
        store.away = True
        await hang_up(poll)

    assert len(holding_of(house.app)) == 0
    assert not (await the_ask(house)).detached


async def test_a_wait_that_fails_lets_go(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House()
    made = await house.post("/asks", 201, **QUESTION)

    async def away(*_: object) -> Ask:
        raise StoreUnavailable("The store is away.", hint="Wait for it.")

    monkeypatch.setattr(type(house.desk.asking), "outcome", away)
    reply = await house.http.get(f"/asks/{made['id']}/outcome", params={"wait": 1})

    assert reply.json()["code"] == "store_unavailable"
    assert (await the_ask(house)).detached
