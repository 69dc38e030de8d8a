"""Many processes and full batches: each ask is kept once, each answer counts once."""

from collections.abc import AsyncGenerator
from random import Random

import anyio
import pytest

from askline.asks.changes import Change
from askline.asks.model import Ask
from askline.asks.ports import Added, Addition, AskStore, Inbox
from askline.core.errors import Internal
from tests.builders import NOON, a_matter, an_opening, answered, minted
from tests.contract.test_postgres import raw, until
from tests.places import PostgresPlace
from tests.promises import promise

FRESH = Addition(what=Added.FRESH)
WAITING = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND wait_event_type = 'Lock'
"""


@pytest.fixture
async def place(postgres: str) -> PostgresPlace:
    place = PostgresPlace(postgres)
    await place.empty()
    return place


@pytest.fixture
async def store(place: PostgresPlace) -> AsyncGenerator[AskStore]:
    async with place.open() as keeping:
        yield keeping.asks


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


async def test_keys_are_taken_in_one_order_whatever_order_they_come_in(
    store: AskStore, postgres: str
) -> None:
    opening, standing = an_opening(), minted.ask_id(NOON)
    results: list[Addition] = []

    async def add() -> None:
        results.append(await store.add(opening, ["key-2", "key-1"]))

    with anyio.fail_after(20):
        async with raw(postgres) as db, raw(postgres) as rival:
            await rival.execute("BEGIN")
            await rival.execute("INSERT INTO ask_keys VALUES ('local', 'key-1', $1)", standing)
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(add)
                await until(lambda: db.fetchval(WAITING))
                # Whoever took the second key first would now wait for us as we wait for them.
                await rival.execute("INSERT INTO ask_keys VALUES ('local', 'key-2', $1)", standing)
                await rival.execute("COMMIT")

    assert results == [Addition(what=Added.STANDING, standing=standing)]


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
