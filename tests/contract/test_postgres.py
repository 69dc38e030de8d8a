"""What only PostgreSQL has to show, beside what every store promises."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import anyio
import asyncpg
import pytest

from askline.asks import changes, lifecycle
from askline.asks.changes import Change
from askline.asks.model import Ask
from askline.asks.ports import Added, Addition, AskStore, Inbox
from askline.core.errors import StoreUnavailable
from askline.stores.postgres.opening import migrate_postgres, open_postgres
from tests.builders import LATER, NOON, an_opening, answered
from tests.places import PostgresPlace

FRESH = Addition(what=Added.FRESH)


@asynccontextmanager
async def raw(dsn: str) -> AsyncGenerator["asyncpg.Connection[asyncpg.Record]"]:
    """A look behind the store."""
    db = await asyncpg.connect(dsn)
    try:
        yield db
    finally:
        await db.close()


def another(dsn: str, name: str) -> str:
    return dsn.rsplit("/", 1)[0] + f"/{name}"


@asynccontextmanager
async def new_database(beside: str, *, migrated: bool = True) -> AsyncGenerator[str]:
    """A database for one test that does to it what others could not bear."""
    name = f"askline_test_{uuid4().hex[:12]}"
    dsn = another(beside, name)
    async with raw(beside) as server:
        await server.execute(f"CREATE DATABASE {name}")
        try:
            if migrated:
                await migrate_postgres(dsn)
            yield dsn
        finally:
            await server.execute(f"DROP DATABASE {name} WITH (FORCE)")


async def until(holds: Callable[[], Awaitable[object]]) -> None:
    with anyio.fail_after(20):
        while not await holds():  # noqa: ASYNC110 - the server knows it, and tells nobody
            await anyio.sleep(0.01)


@pytest.fixture
async def place(postgres: str) -> PostgresPlace:
    place = PostgresPlace(postgres)
    await place.empty()
    return place


@pytest.fixture
async def store(place: PostgresPlace) -> AsyncGenerator[AskStore]:
    async with place.open() as keeping:
        yield keeping.asks


async def test_recipients_come_back_whatever_their_names_are(
    store: AskStore, postgres: str
) -> None:
    names = ('a"b', "back\\slash", "{}", "NULL", "", "a,b", "ä 1", "a")
    opening = an_opening(recipients=names)
    await store.add(opening, ())

    for name in names:
        assert await store.inbox(Inbox(tenant="local", recipients=frozenset({name}))) == [
            opening.after
        ]
    assert await store.swap(answered(opening.after))
    async with raw(postgres) as db:
        assert await db.fetchval("SELECT count(*) FROM ask_inboxes") == 0


async def test_an_ask_to_two_of_the_readers_addresses_is_shown_once(store: AskStore) -> None:
    opening = an_opening(recipients=("ada", "team:ops", "ada"))
    await store.add(opening, ())

    mine = Inbox(tenant="local", recipients=frozenset({"ada", "team:ops"}))

    assert await store.inbox(mine) == [opening.after]


async def test_a_sweep_that_finds_nothing_to_do_returns_nothing(store: AskStore) -> None:
    opening = an_opening(deadline=NOON)
    await store.add(opening, ())

    assert await store.sweep(LATER, 100, changes.unchanged) == []
    assert await store.get(opening.after.id) == opening.after


async def test_a_sweep_passes_over_what_somebody_is_answering(
    store: AskStore, postgres: str
) -> None:
    held, free = an_opening(deadline=NOON), an_opening(deadline=NOON + timedelta(seconds=1))
    await store.add(held, ())
    await store.add(free, ())

    async with raw(postgres) as db, db.transaction():
        await db.execute("SELECT FROM asks WHERE id = $1 FOR UPDATE", held.after.id)
        with anyio.fail_after(20):
            swept = await store.sweep(LATER, 100, lambda ask: lifecycle.expire(ask, LATER))

    assert [change.after.id for change in swept] == [free.after.id]


async def test_a_decision_that_fails_leaves_the_ask_to_the_next_sweep(store: AskStore) -> None:
    opening = an_opening(deadline=NOON)
    await store.add(opening, ())

    def broken(ask: Ask) -> Change:
        raise LookupError(ask.id)

    with pytest.raises(LookupError):
        await store.sweep(LATER, 100, broken)

    assert len(await store.sweep(LATER, 100, lambda ask: lifecycle.expire(ask, LATER))) == 1


async def test_what_ends_the_block_passes_as_it_is(place: PostgresPlace) -> None:
    with pytest.raises(LookupError):
        async with place.open():
            raise LookupError

    async with place.open() as keeping:
        pass
    with pytest.raises(StoreUnavailable):
        await keeping.asks.inbox(Inbox(tenant="local"))
    with pytest.raises(StoreUnavailable):
        await keeping.asks.add(an_opening(), ())


async def test_a_change_without_events_is_kept_too(store: AskStore) -> None:
    opening = an_opening()
    await store.add(opening, ())
    moved = replace(opening.after, holder="line-1", revision=2)

    assert await store.swap(Change(before=opening.after, after=moved))

    assert await store.get(opening.after.id) == moved


async def test_a_database_that_does_not_exist_is_unavailable(postgres: str) -> None:
    with pytest.raises(StoreUnavailable) as refusal:
        async with open_postgres(another(postgres, "askline_no_such")):
            pass  # pragma: no cover - never opened

    assert refusal.value.hint
