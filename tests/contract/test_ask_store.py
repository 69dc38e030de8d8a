"""What every store of asks promises. Written once, run over every store; a new one joins `place`."""

from collections.abc import AsyncGenerator, Callable
from dataclasses import replace
from datetime import timedelta

import anyio
import pytest

from askline.asks import lifecycle, trail
from askline.asks.changes import Change
from askline.asks.model import Ask
from askline.asks.ports import Added, Addition, AskStore, History, Inbox
from askline.asks.state import State
from tests.builders import (
    ADA,
    AGENT,
    BOB,
    LATER,
    NOON,
    a_matter,
    a_select,
    a_text,
    an_ask,
    an_id,
    an_opening,
    answered,
    minted,
)
from tests.places import Place
from tests.promises import promise

FRESH = Addition(what=Added.FRESH)


@pytest.fixture
async def store(place: Place) -> AsyncGenerator[AskStore]:
    async with place.open() as keeping:
        yield keeping.asks


async def kept(store: AskStore, *keys: str, change: Change | None = None) -> Ask:
    opening = change or an_opening()
    assert await store.add(opening, keys) == FRESH
    return opening.after


@promise("stored-first")
async def test_what_was_added_comes_back_equal(store: AskStore) -> None:
    matter = a_matter(
        a_select(header="DB", min_picks=None),
        a_text(placeholder="UserCard", required=False),
        context="**bold**\nsecond line",
        follows=minted.ask_id(NOON),
        sensitive=True,
    )
    ask = await kept(store, change=an_opening(matter=matter, deadline=LATER, holder="line-1"))

    assert await store.get(ask.id) == ask


async def test_an_ask_that_was_never_added_is_not_there(store: AskStore) -> None:
    assert await store.get(minted.ask_id(NOON)) is None
    assert await store.trail(minted.ask_id(NOON)) == []


async def test_many_are_read_at_once_and_strangers_left_out(store: AskStore) -> None:
    asks = [await kept(store) for _ in range(3)]

    read = await store.get_all([*(ask.id for ask in asks), minted.ask_id(NOON)])

    assert sorted(read, key=lambda ask: ask.id) == asks
    assert await store.get_all([]) == []


@promise("ask-once")
async def test_a_key_leads_to_the_ask_that_stands_and_nothing_is_written(store: AskStore) -> None:
    ask = await kept(store, "key-1", "key-2")
    repeat = an_opening()

    assert await store.add(repeat, ["key-2"]) == Addition(what=Added.STANDING, standing=ask.id)
    assert await store.get(repeat.after.id) is None
    assert await store.trail(repeat.after.id) == []


@promise("ask-once")
async def test_of_many_repeats_at_once_one_is_kept(store: AskStore) -> None:
    openings = [an_opening() for _ in range(20)]
    results: list[Addition] = []

    async def repeat(opening: Change) -> None:
        results.append(await store.add(opening, ["the-key"]))

    with anyio.fail_after(20):
        async with anyio.create_task_group() as rivals:
            for opening in openings:
                rivals.start_soon(repeat, opening)

    (ask,) = await store.inbox(Inbox(tenant="local"))
    assert results.count(FRESH) == 1
    assert results.count(Addition(what=Added.STANDING, standing=ask.id)) == 19


async def test_a_key_of_another_tenant_is_another_key(store: AskStore) -> None:
    await kept(store, "key-1")

    foreign = an_opening(tenant="elsewhere")

    assert await store.add(foreign, ["key-1"]) == FRESH


async def test_a_released_key_is_free_again(store: AskStore) -> None:
    ask = await kept(store, "same-1", change=an_opening(same_key="same-1"))
    settled = answered(ask)
    assert await store.swap(settled)
    delivered = lifecycle.deliver(settled.after, by=AGENT, at=NOON)

    assert await store.swap(delivered)

    assert await store.add(an_opening(), ["same-1"]) == FRESH


async def test_no_two_unsettled_asks_share_a_short_id(store: AskStore) -> None:
    ask = await kept(store, change=an_opening(id=an_id(7)))
    twin = an_opening(id=an_id(7 + (1 << 40)))

    assert await store.add(twin, ()) == Addition(what=Added.CLASH)
    assert await store.add(an_opening(id=an_id(7 + (1 << 41)), tenant="elsewhere"), ()) == FRESH
    assert await store.swap(answered(ask))
    assert await store.add(twin, ()) == FRESH


async def test_a_short_id_finds_the_unsettled_ask_first_then_the_newest(store: AskStore) -> None:
    old = await kept(store, change=an_opening(id=an_id(9)))
    assert await store.swap(answered(old))
    later = NOON + timedelta(seconds=1)
    newer = await kept(store, change=an_opening(id=an_id(9 + (1 << 35), later)))
    assert await store.swap(answered(newer))
    pending = await kept(store, change=an_opening(id=an_id(9 + (1 << 36))))

    assert await store.find("local", old.short_id) == [pending.id, newer.id, old.id]
    assert await store.find("elsewhere", old.short_id) == []


async def test_a_change_is_kept_with_its_event(store: AskStore) -> None:
    ask = await kept(store)
    change = answered(ask)

    assert await store.swap(change)

    assert await store.get(ask.id) == change.after
    events = await store.trail(ask.id)
    assert events[-1:] == [*change.events]
    assert trail.flaw(events, change.after.head) is None


async def test_every_mark_and_amendment_comes_back_equal(store: AskStore) -> None:
    ask = await kept(store, change=an_opening(deadline=LATER, holder="line-1"))
    steps: list[Callable[[Ask], Change]] = [
        lambda ask: lifecycle.see(ask, by=BOB, at=NOON),
        lambda ask: lifecycle.extend(ask, LATER + timedelta(hours=1), by=ADA, at=NOON),
        lambda ask: lifecycle.detach(ask, "line-1", by=AGENT, at=NOON, grace=timedelta(days=1)),
        lambda ask: lifecycle.attach(ask, "line-2", by=AGENT, at=NOON),
        lambda ask: lifecycle.reject(ask, "no\nway", by=ADA, at=NOON, receipt="r"),
        lambda ask: lifecycle.deliver(ask, by=AGENT, at=LATER),
    ]

    for step in steps:
        change = step(ask)
        assert await store.swap(change)
        ask = change.after
        assert await store.get(ask.id) == ask

    assert trail.flaw(await store.trail(ask.id), ask.head) is None


@promise("answer-once")
async def test_of_many_rivals_exactly_one_wins(place: Place) -> None:
    async with place.open() as first, place.open() as second:
        ask = await kept(first.asks)
        won: list[str] = []

        async def rival(store: AskStore, name: str) -> None:
            if await store.swap(answered(ask, replace(ADA, id=name, name=name), name)):
                won.append(name)

        with anyio.fail_after(20):
            async with anyio.create_task_group() as rivals:
                for number in range(20):
                    store = (first, second)[number % 2].asks
                    rivals.start_soon(rival, store, f"human-{number}")

        (winner,) = won
        stored = await second.asks.get(ask.id)
        assert stored is not None
        assert stored.outcome is not None
        assert stored.outcome.receipt == winner
        assert [event.number for event in await first.asks.trail(ask.id)] == [1, 2]


async def test_a_change_of_what_no_longer_stands_is_refused_whole(store: AskStore) -> None:
    ask = await kept(store)
    seen = lifecycle.see(ask, by=BOB, at=NOON)
    assert await store.swap(seen)

    assert not await store.swap(replace(answered(ask), release=("same",)))

    assert await store.get(ask.id) == seen.after
    assert len(await store.trail(ask.id)) == 2


async def test_a_change_with_a_foreign_tenant_changes_nothing(store: AskStore) -> None:
    ask = await kept(store)
    change = answered(ask)
    forged = replace(
        change,
        before=replace(ask, tenant="elsewhere"),
        after=replace(change.after, tenant="elsewhere"),
    )

    assert not await store.swap(forged)

    assert await store.get(ask.id) == ask


async def test_the_inbox_has_the_soonest_deadline_first_then_the_oldest(store: AskStore) -> None:
    oldest = await kept(store)
    second = await kept(store)
    urgent = await kept(store, change=an_opening(deadline=LATER))
    sooner = await kept(store, change=an_opening(deadline=NOON + timedelta(minutes=1)))
    settled = await kept(store)
    assert await store.swap(answered(settled))

    everything = [sooner, urgent, oldest, second]
    assert await store.inbox(Inbox(tenant="local")) == everything
    first = await store.inbox(Inbox(tenant="local", limit=2))
    rest = await store.inbox(Inbox(tenant="local", after=first[-1]))
    assert first + rest == everything
    assert await store.inbox(Inbox(tenant="local", limit=1, after=oldest)) == [second]


async def test_the_inbox_shows_only_what_concerns_its_reader(store: AskStore) -> None:
    mine = await kept(store, change=an_opening(recipients=("ada",)))
    ours = await kept(store, change=an_opening(recipients=("bob", "team:ops")))
    await kept(store, change=an_opening(recipients=("ada",), tenant="elsewhere"))

    def inbox(*recipients: str) -> Inbox:
        return Inbox(tenant="local", recipients=frozenset(recipients))

    assert await store.inbox(inbox("ada")) == [mine]
    assert await store.inbox(inbox("eve", "team:ops")) == [ours]
    assert await store.inbox(inbox()) == []


async def test_the_inbox_can_hold_what_one_principal_asked(store: AskStore) -> None:
    first, _, second = [await kept(store, change=an_opening(principal=who)) for who in "aba"]
    asked_by_a = Inbox(tenant="local", principal="a")
    assert await store.inbox(asked_by_a) == [first, second]
    assert await store.inbox(replace(asked_by_a, after=first)) == [second]


async def test_history_is_newest_first_by_state_and_page(store: AskStore) -> None:
    asks = [await kept(store) for _ in range(3)]
    change = answered(asks[0])
    assert await store.swap(change)
    await kept(store, change=an_opening(tenant="elsewhere"))

    whole = await store.history(History(tenant="local"))
    settled = History(tenant="local", states=frozenset({State.ANSWERED, State.REJECTED}))
    page = History(tenant="local", before=asks[2].id, limit=1)
    foreign = History(tenant="local", recipients=frozenset({"eve"}))

    assert whole == [asks[2], asks[1], change.after]
    assert await store.history(settled) == [change.after]
    assert await store.history(page) == [asks[1]]
    assert await store.history(foreign) == []


@promise("deadline-utc")
async def test_a_sweep_settles_what_is_due_and_nothing_else(store: AskStore) -> None:
    due = await kept(store, change=an_opening(deadline=NOON))
    await kept(store, change=an_opening(deadline=LATER))
    await kept(store)
    answered_in_time = await kept(store, change=an_opening(deadline=NOON))
    assert await store.swap(answered(answered_in_time))

    swept = await store.sweep(NOON, 100, lambda ask: lifecycle.expire(ask, NOON))

    assert [change.after for change in swept] == [await store.get(due.id)]
    assert swept[0].after.state is State.TIMED_OUT
    assert trail.flaw(await store.trail(due.id), swept[0].after.head) is None
    assert await store.sweep(NOON, 100, lambda ask: lifecycle.expire(ask, NOON)) == []


async def test_a_sweep_takes_no_more_than_its_limit(store: AskStore) -> None:
    for _ in range(5):
        await kept(store, change=an_opening(deadline=NOON))

    def expired(ask: Ask) -> Change:
        return lifecycle.expire(ask, LATER)

    sizes = [len(await store.sweep(LATER, 2, expired)) for _ in range(4)]

    assert sizes == [2, 2, 1, 0]


async def test_of_many_sweepers_each_due_ask_has_one(place: Place) -> None:
    swept: list[Change] = []
    async with place.open() as first, place.open() as second:
        for _ in range(60):
            await kept(first.asks, change=an_opening(deadline=NOON))

        async def sweeper(store: AskStore) -> None:
            while some := await store.sweep(LATER, 7, lambda ask: lifecycle.expire(ask, LATER)):
                swept.extend(some)

        with anyio.fail_after(20):
            async with anyio.create_task_group() as sweepers:
                for store in (first.asks, second.asks, first.asks):
                    sweepers.start_soon(sweeper, store)

        assert await first.asks.inbox(Inbox(tenant="local")) == []
    assert len(swept) == len({change.after.id for change in swept}) == 60


async def test_tending_leaves_every_ask_as_it_is(store: AskStore) -> None:
    ask = await kept(store)

    await store.tend(NOON)
    await store.tend(NOON + timedelta(days=400))

    assert await store.get(ask.id) == ask


@promise("never-lost")
async def test_what_was_kept_outlives_the_process(durable_place: Place) -> None:
    async with durable_place.open() as before:
        ask = await kept(before.asks, "key-1")
        change = answered(ask)
        assert await before.asks.swap(change)

    async with durable_place.open() as after:
        assert await after.asks.get(ask.id) == change.after
        repeat = await after.asks.add(an_opening(), ["key-1"])

    assert repeat == Addition(what=Added.STANDING, standing=ask.id)


async def test_an_id_of_any_day_can_be_kept(store: AskStore) -> None:
    for days in (-400, 0, 400):
        at = NOON + timedelta(days=days)
        ask = an_ask(id=minted.ask_id(at), asked_at=at)

        assert await kept(store, change=lifecycle.opened(ask, AGENT)) == await store.get(ask.id)


async def test_what_another_process_changed_is_read_anew(place: Place) -> None:
    async with place.open() as here, place.open() as there:
        ask = await kept(here.asks)
        assert await there.asks.get(ask.id) == ask
        change = answered(ask)
        assert await here.asks.swap(change)

        assert await there.asks.get(ask.id) == change.after
        assert await here.asks.get(ask.id) == change.after


@promise("answer-once")
async def test_the_very_same_change_is_kept_once(store: AskStore) -> None:
    ask = await kept(store)
    change = answered(ask)

    assert await store.swap(change)
    assert not await store.swap(change)

    assert await store.get(ask.id) == change.after
    assert len(await store.trail(ask.id)) == 2
