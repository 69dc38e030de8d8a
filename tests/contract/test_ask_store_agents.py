"""What every store knows of an agent: what it was not told yet, how much it has pending, its keys."""

from collections.abc import AsyncGenerator, Callable
from datetime import timedelta

import pytest

from askline.asks import lifecycle
from askline.asks.changes import Change
from askline.asks.model import Ask
from askline.asks.ports import AskStore
from tests.builders import ADA, AGENT, NOON, an_opening, answered, answers, minted
from tests.contract.test_ask_store import kept
from tests.places import Place
from tests.promises import promise

CODER = "agent:coder"


@pytest.fixture
async def store(place: Place) -> AsyncGenerator[AskStore]:
    async with place.open() as keeping:
        yield keeping.asks


async def asked(store: AskStore, agent_key: str = CODER, tenant: str = "local") -> Ask:
    return await kept(store, change=an_opening(agent_key=agent_key, tenant=tenant))


async def settled(store: AskStore, agent_key: str = CODER, tenant: str = "local") -> Ask:
    change = answered(await asked(store, agent_key, tenant))
    assert await store.swap(change)
    return change.after


async def moved(store: AskStore, ask: Ask, step: Callable[[Ask], Change]) -> Ask:
    change = step(ask)
    assert await store.swap(change)
    return change.after


def deliver(ask: Ask) -> Change:
    return lifecycle.deliver(ask, len(ask.amendments), by=AGENT, at=NOON)


def correct(ask: Ask) -> Change:
    return lifecycle.correct(ask, answers(), None, by=ADA, at=NOON, receipt="r2")


async def test_of_many_asks_those_that_are_settled_are_read(store: AskStore) -> None:
    settled_one, pending = await settled(store), await asked(store)

    read = await store.settled_of([pending.id, settled_one.id, minted.ask_id(NOON)])

    assert read == [settled_one]
    assert await store.settled_of([]) == []


@promise("never-lost")
async def test_an_agent_is_owed_what_was_settled_and_not_delivered_oldest_first(
    store: AskStore,
) -> None:
    first, second = await settled(store), await settled(store)
    await asked(store)
    await moved(store, await settled(store), deliver)
    await settled(store, "agent:other")
    await settled(store, tenant="elsewhere")
    await settled(store, agent_key="")

    assert await store.owed("local", CODER, 9) == [first, second]
    assert await store.owed("local", CODER, 1) == [first]
    assert await store.owed("local", "agent:nobody", 9) == []


@promise("late-kept")
async def test_what_was_added_after_delivery_is_owed_until_it_is_delivered(store: AskStore) -> None:
    delivered = await moved(store, await settled(store), deliver)

    corrected = await moved(store, delivered, correct)

    assert await store.owed("local", CODER, 9) == [corrected]
    await moved(store, corrected, deliver)
    assert await store.owed("local", CODER, 9) == []


async def test_what_time_settled_is_owed_too(store: AskStore) -> None:
    await kept(store, change=an_opening(agent_key=CODER, deadline=NOON))

    [swept] = await store.sweep(NOON, 9, lambda ask: lifecycle.expire(ask, NOON))

    assert await store.owed("local", CODER, 9) == [swept.after]


async def test_only_an_agents_own_pending_asks_are_counted(store: AskStore) -> None:
    for _ in range(3):
        await asked(store)
    await settled(store)
    await asked(store, "agent:other")
    await asked(store, tenant="elsewhere")

    assert await store.pending_of("local", CODER) == 3
    assert await store.pending_of("local", "agent:nobody") == 0


async def test_days_make_no_difference_to_what_is_owed(store: AskStore) -> None:
    old = NOON - timedelta(days=40)
    opening = an_opening(id=minted.ask_id(old), asked_at=old, agent_key=CODER)
    late = await moved(store, await kept(store, change=opening), answered)
    today = await settled(store)

    assert await store.owed("local", CODER, 9) == [late, today]


async def test_of_several_keys_the_first_that_leads_anywhere_counts(store: AskStore) -> None:
    one = await kept(store, "key-1")
    other = await kept(store, "key-2", "key-3")

    assert await store.standing("local", ["key-0", "key-3", "key-1"]) == other.id
    assert await store.standing("local", ["key-1", "key-2"]) == one.id
    assert await store.standing("local", ["key-0"]) is None
    assert await store.standing("local", []) is None
    assert await store.standing("elsewhere", ["key-1"]) is None
