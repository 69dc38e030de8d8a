"""Waiting for an outcome: no gap, no lost answer, nothing left behind."""

import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

import anyio
import pytest

from askline.asks import waiting
from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.asks.ports import Hint, News
from askline.asks.state import State
from askline.asks.waiting import Waiting
from askline.core.ids import AskId
from askline.stores.ears import Ears
from askline.stores.ephemeral import EphemeralAsks
from tests.builders import ADA, AGENT, BOB, a_desk, a_new_ask, an_opening, answered, given
from tests.promises import promise
from tests.unit.troubles import AwayAsks, LostBell, Rung, glimpse, running

SOON_S = 0.037
"""Never in step with the 0.1 s at which `wait_all_tasks_blocked` looks whether anybody moves."""


class WatchedAsks(EphemeralAsks):
    """Remembers how many asks were read at once."""

    def __init__(self) -> None:
        super().__init__()
        self.read: list[int] = []

    async def settled_of(self, ask_ids: Sequence[AskId]) -> list[Ask]:
        self.read.append(len(ask_ids))
        return await super().settled_of(ask_ids)


@asynccontextmanager
async def waiters(desk: Desk, *asks: Ask, listening: bool = True) -> AsyncGenerator[list[Ask]]:
    """One agent waits for each ask; at the end all of them must have heard."""
    heard: list[Ask] = []

    async def agent(ask: Ask) -> None:
        heard.append(await desk.asking.outcome(AGENT, ask.id))

    services = [desk.waiting.run] if listening else []
    async with running(*services), anyio.create_task_group() as agents:
        for ask in asks:
            agents.start_soon(agent, ask)
        await anyio.wait_all_tasks_blocked()
        yield heard


async def asked(desk: Desk) -> Ask:
    return await desk.asking.ask(AGENT, a_new_ask())


async def settled(desk: Desk, ask: Ask) -> Ask:
    return await desk.answering.answer(ADA, ask.id, given(), receipt="r1")


@promise("never-lost")
async def test_everyone_who_waits_for_an_ask_is_woken_with_its_outcome() -> None:
    desk = a_desk()
    ask, other = await asked(desk), await asked(desk)

    async with waiters(desk, ask, ask, other, listening=False) as heard:
        outcome = await settled(desk, ask)
        await anyio.wait_all_tasks_blocked()
        assert heard == [outcome, outcome]
        rejected = await desk.answering.reject(BOB, other.id, receipt="r2")

    assert heard == [outcome, outcome, rejected]
    assert len(desk.waiting) == 0


@promise("never-lost")
async def test_an_answer_between_the_look_and_the_wait_is_not_lost() -> None:
    ask = an_opening().after
    outcome = answered(ask).after
    room = Waiting(EphemeralAsks(), Ears())

    async def look() -> Ask:
        room.tell(outcome)
        return ask

    with anyio.fail_after(5):
        assert await room.settled(ask.id, look) == outcome


@promise("never-lost")
async def test_an_answer_given_in_another_process_is_heard_by_the_bell() -> None:
    store, bell = EphemeralAsks(), Ears()
    here, there = a_desk(store, bell), a_desk(store, bell)
    ask = await asked(here)

    async with waiters(here, ask) as heard:
        outcome = await settled(there, ask)

    assert heard == [outcome]


@promise("never-lost")
async def test_what_settled_before_the_bell_was_heard_is_found_by_the_first_look() -> None:
    store = EphemeralAsks()
    here, there = a_desk(store, Ears()), a_desk(store, Ears())
    ask = await asked(here)

    async with waiters(here, ask, listening=False) as heard:
        outcome = await settled(there, ask)
        async with running(here.waiting.run):
            await anyio.wait_all_tasks_blocked()

    assert heard == [outcome]


@promise("never-lost")
async def test_a_lost_bell_costs_a_moment_and_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "LOOK_AGAIN_S", SOON_S)
    store = EphemeralAsks()
    here, there = a_desk(store, LostBell()), a_desk(store, LostBell())
    ask = await asked(here)

    async with waiters(here, ask) as heard:
        outcome = await settled(there, ask)

    assert heard == [outcome]


@promise("never-lost")
async def test_after_a_deaf_moment_every_waiter_looks_again() -> None:
    store, bell = EphemeralAsks(), Ears()
    here, there = a_desk(store, bell), a_desk(store, LostBell())
    asks = [await asked(here) for _ in range(3)]

    async with waiters(here, *asks) as heard:
        outcomes = [await settled(there, ask) for ask in asks]
        await anyio.wait_all_tasks_blocked()
        assert heard == []
        bell.miss()

    assert sorted(heard, key=lambda ask: ask.id) == outcomes


@promise("never-lost")
async def test_a_store_that_is_away_keeps_the_waiters_waiting(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(waiting, "STORE_AWAY_S", 0.001)
    store, bell = AwayAsks(), Ears()
    here, there = a_desk(store, bell), a_desk(store, bell)
    ask = await asked(here)

    with caplog.at_level(logging.WARNING):
        async with waiters(here, ask) as heard:
            outcome = await settled(there, ask)
            store.away = True
            await store.missed.wait()
            assert heard == []
            store.away = False

    assert heard == [outcome]
    assert caplog.messages[0] == "waiters look again when the store is back: The store is away."


@promise("never-lost")
async def test_an_answer_given_while_the_service_was_down_waits_for_the_agent() -> None:
    store = EphemeralAsks()
    before = a_desk(store)
    ask = await before.asking.ask(AGENT, a_new_ask(holder="line-1", request="line-1:7"))
    outcome = await settled(before, ask)

    after = a_desk(store)
    again = await after.asking.ask(AGENT, a_new_ask(holder="line-1", request="line-1:7"))

    assert again == outcome
    with anyio.fail_after(5):
        assert await after.asking.outcome(AGENT, again.id) == outcome


async def test_waiters_are_looked_after_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "AT_ONCE", 2)
    store, bell = WatchedAsks(), Ears()
    here, there = a_desk(store, bell), a_desk(store, LostBell())
    asks = [await asked(here) for _ in range(5)]

    async with waiters(here, *asks) as heard:
        store.read.clear()
        for ask in asks:
            await settled(there, ask)
        bell.miss()

    assert store.read == [2, 2, 1]
    assert len(heard) == 5


async def test_only_news_of_a_settled_ask_that_somebody_waits_for_costs_a_read() -> None:
    store, bell = WatchedAsks(), Ears()
    here, there = a_desk(store, bell), a_desk(store, bell)
    ask, other = await asked(here), await asked(here)

    async with waiters(here, ask) as heard:
        store.read.clear()
        await there.answering.seen(BOB, ask.id)
        await settled(there, other)
        await anyio.wait_all_tasks_blocked()
        assert store.read == []
        await settled(there, ask)

    assert store.read == [1]
    assert [each.state for each in heard] == [State.ANSWERED]


async def test_a_ring_for_an_ask_that_is_still_pending_wakes_nobody() -> None:
    bell = Ears()
    desk = a_desk(bell=bell)
    ask = await asked(desk)

    async with waiters(desk, ask) as heard:
        bell.ring(Hint(News.SETTLED, ask.id, "local"))
        await anyio.wait_all_tasks_blocked()
        assert heard == []
        outcome = await settled(desk, ask)

    assert heard == [outcome]


@promise("detach-not-cancel")
async def test_who_stops_waiting_leaves_nothing_behind_and_settles_nothing() -> None:
    desk = a_desk()
    ask = await asked(desk)
    agents = anyio.CancelScope()

    async def agent() -> None:
        with agents:
            await desk.asking.outcome(AGENT, ask.id)

    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(agent)
            await anyio.wait_all_tasks_blocked()
            assert len(desk.waiting) == 1
            agents.cancel()

    assert len(desk.waiting) == 0
    assert await desk.reading.read(ADA, ask.id) == ask


@promise("never-lost")
async def test_one_who_stops_waiting_takes_nobody_elses_wake_up_away() -> None:
    desk = a_desk()
    ask = await asked(desk)

    async with waiters(desk, ask, listening=False) as heard:
        await glimpse(desk, ask.id)
        outcome = await settled(desk, ask)

    assert heard == [outcome]


async def test_the_bell_is_listened_to_only_while_somebody_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(waiting, "LOOK_AGAIN_S", SOON_S)
    store, bell = EphemeralAsks(), Rung()
    here, there = a_desk(store, bell), a_desk(store, bell)
    heard: list[Ask] = []

    async with running(here.waiting.run):
        for _ in range(2):
            ask = await asked(here)
            async with waiters(here, ask, listening=False) as now:
                await settled(there, ask)
            heard.extend(now)
            await bell.left.wait()
            bell.left = anyio.Event()

    assert [each.state for each in heard] == [State.ANSWERED, State.ANSWERED]
