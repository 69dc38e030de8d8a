"""Asks that come to other people: what every store keeps of it."""

from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import timedelta

import anyio
import pytest

from askline.asks import lifecycle, routing, trail
from askline.asks.changes import Change
from askline.asks.model import Ask
from askline.asks.ports import Added, Addition, AskStore, History, Inbox
from askline.asks.state import State
from tests.builders import AGENT, LATER, NOON, StoppedClock, a_new_ask, answered
from tests.places import Place
from tests.promises import promise
from tests.routed import (
    ADA,
    BEA,
    MINUTE,
    OPERATOR,
    ROUTE,
    WORD,
    ToRouted,
    a_routed_desk,
    for_two,
    routed,
    to,
)

FRESH = Addition(what=Added.FRESH)
UNREMINDED = replace(ROUTE, remind=None)


@pytest.fixture
async def store(place: Place) -> AsyncGenerator[AskStore]:
    async with place.open() as keeping:
        yield keeping.asks


async def kept(store: AskStore, ask: Ask) -> Ask:
    assert await store.add(Change(before=ask, after=ask), ()) == FRESH
    return ask


async def shown_to(store: AskStore, *recipients: str) -> list[list[Ask]]:
    """What each of them finds in the inbox and in the history, newest last."""
    found: list[list[Ask]] = []
    for each in recipients:
        whose = frozenset({each})
        inbox = await store.inbox(Inbox(tenant="local", recipients=whose))
        history = await store.history(History(tenant="local", recipients=whose))
        assert inbox == [ask for ask in reversed(history) if not ask.state.settled]
        found.append(inbox)
    return found


@promise("one-truth-everywhere")
async def test_who_gains_an_ask_finds_it_and_who_loses_it_does_not(store: AskStore) -> None:
    ask = await kept(store, routed())
    passed = routing.pass_on(ask, to("bea"), by=ADA, at=NOON)

    assert await store.swap(passed)

    assert await store.get(ask.id) == passed.after
    assert await shown_to(store, "ada", "bea") == [[], [passed.after]]
    assert await store.inbox(Inbox(tenant="elsewhere", recipients=frozenset({"bea"}))) == []


@promise("goes-on")
async def test_what_goes_on_is_found_by_all_who_were_asked(store: AskStore) -> None:
    await kept(store, routed(UNREMINDED))

    (change,) = await store.sweep(
        NOON + 10 * MINUTE, 9, lambda ask: lifecycle.expire(ask, NOON + 10 * MINUTE)
    )

    assert await shown_to(store, "ada", "team:ops") == [[change.after], [change.after]]


async def test_what_is_settled_leaves_every_inbox_it_came_to(store: AskStore) -> None:
    ask = await kept(store, routed())
    wider = routing.hasten(ask, "", by=OPERATOR, at=NOON)
    assert await store.swap(wider)

    settled = answered(wider.after, by=BEA)
    assert await store.swap(settled)

    assert await shown_to(store, "ada", "team:ops") == [[], []]
    mine = History(tenant="local", recipients=frozenset({"team:ops"}))
    assert await store.history(mine) == [settled.after]


async def test_a_step_that_lost_moves_nobody(store: AskStore) -> None:
    ask = await kept(store, routed())
    claimed = routing.claim(ask, by=ADA, at=NOON)
    assert await store.swap(claimed)

    assert not await store.swap(routing.pass_on(ask, to("bea"), by=ADA, at=NOON))

    assert await shown_to(store, "ada", "bea") == [[claimed.after], []]


async def test_steps_of_many_asks_at_once_each_move_their_own(store: AskStore) -> None:
    asks = [await kept(store, routed()) for _ in range(4)]
    steps = [
        routing.pass_on(asks[0], to("bea"), by=ADA, at=NOON),
        routing.claim(asks[1], by=ADA, at=NOON),
        answered(asks[2], by=ADA),
        routing.hasten(asks[3], "", by=OPERATOR, at=NOON),
    ]

    with anyio.fail_after(20):
        async with anyio.create_task_group() as tasks:
            for step in steps:
                tasks.start_soon(store.swap, step)

    own, passed, wider = await shown_to(store, "ada", "bea", "team:ops")
    assert own == [steps[1].after, steps[3].after]
    assert (passed, wider) == ([steps[0].after], [steps[3].after])


async def test_an_ask_keeps_all_of_its_way(store: AskStore) -> None:
    claimed = routing.claim(await kept(store, for_two()), by=ADA, at=NOON)
    snoozed = routing.snooze(claimed.after, LATER, by=BEA, at=NOON)
    agreed = routing.agree(snoozed.after, (), by=ADA, at=NOON, receipt="r1")
    for step in (claimed, snoozed, agreed):
        assert await store.swap(step)
    ask = agreed.after

    (read,) = await store.get_all([ask.id])
    assert read == ask
    assert (read.claim, len(read.snoozes), len(read.agreed)) == (ask.claim, 1, 1)


@promise("audit")
@promise("goes-on")
async def test_a_route_survives_the_process_and_each_step_is_made_once(place: Place) -> None:
    clock = StoppedClock()
    async with place.open() as keeping:
        desk = a_routed_desk(keeping.asks, keeping.bell, clock, ToRouted(UNREMINDED))
        ask = await desk.asking.ask(AGENT, a_new_ask())

    for minutes in (10, 30, 600):
        clock.time = NOON + minutes * MINUTE
        async with place.open() as one, place.open() as other, anyio.create_task_group() as tasks:
            for keeping in (one, other):
                tasks.start_soon(a_routed_desk(keeping.asks, keeping.bell, clock).sweeping.sweep)

    async with place.open() as keeping:
        events = await keeping.asks.trail(ask.id)
        stands = await keeping.asks.get(ask.id)
    assert stands is not None
    assert stands.recipients == ("ada", "team:ops", "boss")
    assert [event.kind for event in events] == ["asked", "escalated", "escalated"]
    assert trail.flaw(events, stands.head) is None


async def test_a_standing_word_is_said_by_the_next_sweep(place: Place) -> None:
    async with place.open() as keeping:
        desk = a_routed_desk(keeping.asks, keeping.bell, addressing=ToRouted(word=WORD))
        ask = await desk.asking.ask(AGENT, a_new_ask())

        assert await desk.sweeping.sweep() == 1

        settled = await desk.asking.outcome(AGENT, ask.id, wait=0)
    assert settled.state is State.REJECTED


@promise("ask-once")
async def test_a_repeat_finds_its_ask_wherever_it_went_and_is_new_after_delivery(
    place: Place,
) -> None:
    async with place.open() as keeping:
        desk = a_routed_desk(keeping.asks, keeping.bell)
        new = a_new_ask()
        new = replace(new, agent=replace(new.agent, conversation="c1"))
        ask = await desk.asking.ask(AGENT, new)
        await desk.dealing.pass_on(ADA, ask.id, "bea")

        assert (await desk.asking.ask(AGENT, new)).id == ask.id

        await desk.answering.reject(BEA, ask.id, receipt="r1")
        await desk.asking.delivered(AGENT, ask.id)
        assert (await desk.asking.ask(AGENT, new)).id != ask.id


async def test_rivals_who_pass_on_and_claim_leave_one_story(place: Place) -> None:
    async with place.open() as keeping:
        desk = a_routed_desk(keeping.asks, keeping.bell)
        ask = await desk.asking.ask(AGENT, a_new_ask())
        team = replace(BEA, addresses=frozenset({"ada", "bea"}))

        with anyio.fail_after(20):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(desk.dealing.pass_on, team, ask.id, "bea")
                tasks.start_soon(desk.dealing.claim, team, ask.id)
                tasks.start_soon(desk.dealing.snooze, team, ask.id, NOON + timedelta(hours=1))

        stands = await keeping.asks.get(ask.id)
        events = await keeping.asks.trail(ask.id)
    assert stands is not None
    assert stands.recipients == ("bea",)
    assert (len(events), trail.flaw(events, stands.head)) == (4, None)
