"""What only PostgreSQL has to show: tenants kept apart by the database, many processes, batches."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from random import Random
from uuid import uuid4

import anyio
import asyncpg
import pytest

from askline.asks import lifecycle
from askline.asks.answers import Given
from askline.asks.lifecycle import Change
from askline.asks.model import Ask
from askline.asks.ports import Added, Addition, AskStore, Draft, Inbox
from askline.core.errors import Internal, StoreUnavailable
from askline.stores.postgres.opening import migrate_postgres, open_postgres
from tests.builders import LATER, NOON, a_matter, an_opening, answered, minted
from tests.places import PostgresPlace
from tests.promises import promise

FRESH = Addition(what=Added.FRESH)
WAITING = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND wait_event_type = 'Lock'
"""
COUNTS = (
    "SELECT count(*) FROM asks",
    "SELECT count(*) FROM ask_events",
    "SELECT count(*) FROM ask_inboxes",
    "SELECT count(*) FROM ask_drafts",
)


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


async def visible(dsn: str, tenant: str | None) -> list[int]:
    """How many rows of the tables the reading role sees when it says that it is `tenant`."""
    async with raw(dsn) as db:
        await db.execute("SET ROLE askline_reader")
        if tenant is not None:
            await db.execute("SELECT set_config('askline.tenant', $1, false)", tenant)
        return [await db.fetchval(count) for count in COUNTS]


async def test_the_reading_role_sees_one_tenant_and_without_a_tenant_nothing(
    store: AskStore, postgres: str
) -> None:
    opening = an_opening()
    await store.add(opening, ["key"])
    draft = Draft(ask_id=opening.after.id, person="ada", answers={"db": Given()}, at=NOON)
    await store.keep_draft("local", draft)

    assert await visible(postgres, "local") == [1, 1, 1, 1]
    assert await visible(postgres, "elsewhere") == [0, 0, 0, 0]
    assert await visible(postgres, None) == [0, 0, 0, 0]


@pytest.mark.parametrize("statement", ["SELECT * FROM ask_keys", "DELETE FROM asks"])
async def test_the_reading_role_may_do_nothing_else(
    store: AskStore, postgres: str, statement: str
) -> None:
    assert await store.inbox(Inbox(tenant="local")) == []

    async with raw(postgres) as db:
        await db.execute("SET ROLE askline_reader")

        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await db.execute(statement)


async def test_a_draft_for_another_tenants_ask_is_not_kept(store: AskStore) -> None:
    opening = an_opening()
    await store.add(opening, ())
    draft = Draft(ask_id=opening.after.id, person="eve", answers={"db": Given()}, at=NOON)

    await store.keep_draft("elsewhere", draft)

    assert await store.drafts(opening.after.id) == []


@promise("answer-once")
async def test_of_three_processes_answering_everything_each_ask_has_one_winner(
    place: PostgresPlace,
) -> None:
    won: list[Ask] = []
    refused: list[Ask] = []
    async with place.open() as first, place.open() as second, place.open() as third:
        asks: list[Ask] = []

        async def ask() -> None:
            opening = an_opening()
            assert await first.asks.add(opening, ()) == FRESH
            asks.append(opening.after)

        async def answer(store: AskStore, ask: Ask, receipt: str) -> None:
            made = await store.swap(answered(ask, receipt=receipt))
            (won if made else refused).append(ask)

        with anyio.fail_after(50):
            async with anyio.create_task_group() as agents:
                for _ in range(500):
                    agents.start_soon(ask)
            async with anyio.create_task_group() as rivals:
                for number, keeping in enumerate((first, second, third)):
                    for each in Random(number).sample(asks, len(asks)):
                        rivals.start_soon(answer, keeping.asks, each, f"r{number}")

    assert len(won) == len({ask.id for ask in won}) == 500
    assert len(refused) == 1000


@promise("ask-once")
@pytest.mark.parametrize("end", ["COMMIT", "ROLLBACK"])
async def test_a_rival_that_takes_one_of_two_keys_meanwhile_leaves_all_or_nothing(
    store: AskStore, postgres: str, end: str
) -> None:
    opening, standing = an_opening(), minted.ask_id(NOON)
    results: list[Addition] = []

    async def add() -> None:
        results.append(await store.add(opening, ["key-1", "key-2"]))

    with anyio.fail_after(20):
        async with raw(postgres) as db, raw(postgres) as rival:
            await rival.execute("BEGIN")
            await rival.execute("INSERT INTO ask_keys VALUES ('local', 'key-2', $1)", standing)
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(add)
                await until(lambda: db.fetchval(WAITING))
                await rival.execute(end)
            keys = await db.fetch("SELECT key FROM ask_keys WHERE key LIKE 'key-%' ORDER BY key")

    if end == "COMMIT":
        assert results == [Addition(what=Added.STANDING, standing=standing)]
        assert [key for (key,) in keys] == ["key-2"]
    else:
        assert results == [FRESH]
        assert [key for (key,) in keys] == ["key-1", "key-2"]


@promise("ask-once")
async def test_of_three_processes_asking_the_same_each_question_is_kept_once(
    place: PostgresPlace,
) -> None:
    found: list[Addition] = []
    async with place.open() as first, place.open() as second, place.open() as third:

        async def ask(store: AskStore, keys: list[str]) -> None:
            found.append(await store.add(an_opening(), keys))

        with anyio.fail_after(50):
            async with anyio.create_task_group() as agents:
                for number, keeping in enumerate((first, second, third)):
                    for each in Random(number).sample(range(200), 200):
                        agents.start_soon(ask, keeping.asks, [f"a{each}", f"b{each}"])

        kept = {ask.id for ask in await first.asks.inbox(Inbox(tenant="local"))}
    standing = [each.standing for each in found if each != FRESH]
    assert len(kept) == found.count(FRESH) == 200
    assert len(standing) == 400
    assert set(standing) == kept


async def together(*adds: tuple[AskStore, Change, list[str]]) -> list[Addition]:
    """What each add finds when all of them come at once, and so in one batch."""
    found: dict[int, Addition] = {}

    async def add(number: int, store: AskStore, change: Change, keys: list[str]) -> None:
        found[number] = await store.add(change, keys)

    with anyio.fail_after(20):
        async with anyio.create_task_group() as tasks:
            for number, each in enumerate(adds):
                tasks.start_soon(add, number, *each)
    return [found[number] for number in range(len(adds))]


async def test_who_shares_a_key_with_a_refused_ask_of_the_same_batch_is_kept(
    store: AskStore,
) -> None:
    standing, refused, kept = an_opening(), an_opening(), an_opening()
    await store.add(standing, ["key-1"])

    found = await together((store, refused, ["key-1", "key-2"]), (store, kept, ["key-2"]))

    assert found == [Addition(what=Added.STANDING, standing=standing.after.id), FRESH]
    assert await store.get(refused.after.id) is None


async def test_an_ask_added_once_more_is_found_kept(store: AskStore) -> None:
    opening = an_opening()

    assert await store.add(opening, ["key", "key"]) == FRESH
    assert await store.add(opening, ["key", "key"]) == FRESH
    assert len(await store.trail(opening.after.id)) == 1


async def test_an_ask_that_cannot_be_kept_spoils_it_for_no_other(store: AskStore) -> None:
    bad, good = an_opening(matter=a_matter(title="\0")), an_opening()
    errors: list[Internal] = []

    async def add_bad() -> None:
        try:
            await store.add(bad, ())
        except Internal as error:
            errors.append(error)

    with anyio.fail_after(20):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(add_bad)
            tasks.start_soon(store.add, good, ())

    assert [error.code for error in errors] == ["internal"]
    assert await store.get(good.after.id) == good.after


async def test_recipients_come_back_whatever_their_names_are(store: AskStore) -> None:
    names = ('a"b', "back\\slash", "{}", "NULL", "", "a,b", "ä 1", "a")
    opening = an_opening(recipients=names)
    await store.add(opening, ())

    for name in names:
        assert await store.inbox(Inbox(tenant="local", recipients=frozenset({name}))) == [
            opening.after
        ]
    assert await store.swap(answered(opening.after))
    assert await store.inbox(Inbox(tenant="local", recipients=frozenset(names))) == []


async def test_an_ask_to_two_of_the_readers_addresses_is_shown_once(store: AskStore) -> None:
    opening = an_opening(recipients=("ada", "team:ops", "ada"))
    await store.add(opening, ())

    mine = Inbox(tenant="local", recipients=frozenset({"ada", "team:ops"}))

    assert await store.inbox(mine) == [opening.after]


async def test_a_sweep_that_finds_nothing_to_do_returns_nothing(store: AskStore) -> None:
    opening = an_opening(deadline=NOON)
    await store.add(opening, ())

    assert await store.sweep(LATER, 100, lifecycle.unchanged) == []
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


async def test_two_changes_of_one_ask_in_one_batch_have_one_winner(store: AskStore) -> None:
    opening = an_opening()
    await store.add(opening, ())
    won: list[str] = []

    async def answer(receipt: str) -> None:
        if await store.swap(answered(opening.after, receipt=receipt)):
            won.append(receipt)

    with anyio.fail_after(20):
        async with anyio.create_task_group() as rivals:
            rivals.start_soon(answer, "first")
            rivals.start_soon(answer, "second")

    assert won == ["first"]


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
