"""What every book of summonses promises: put down with the move or not at all, taken by one, lost by nobody."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta

import anyio
import asyncpg
import pytest

from askline.asks import lifecycle, routing
from askline.asks.model import Ask
from askline.asks.ports import AskStore, SummonsBook
from askline.asks.routes import Summons, Why
from askline.core.errors import AsklineError
from tests.builders import NOON, an_opening, answered
from tests.contract.test_postgres import raw
from tests.places import EphemeralPlace, Place, PostgresPlace
from tests.promises import promise
from tests.routed import ADA, MINUTE, OPERATOR, opened, routed, to

SOON = NOON + MINUTE
LEASE = SOON + timedelta(seconds=30)


@dataclass
class House:
    place: Place
    asks: AskStore
    book: SummonsBook


@asynccontextmanager
async def refusing(db: "asyncpg.Connection[asyncpg.Record]") -> AsyncGenerator[None]:
    """The database takes no new summons meanwhile."""
    await db.execute("ALTER TABLE summonses ADD CONSTRAINT none CHECK (number < 0) NOT VALID")
    try:
        yield
    finally:
        await db.execute("ALTER TABLE summonses DROP CONSTRAINT none")


@pytest.fixture(params=["ephemeral", "postgres"])
async def house(request: pytest.FixtureRequest) -> AsyncGenerator[House]:
    if request.param == "ephemeral":
        place: Place = EphemeralPlace()
    else:
        place = PostgresPlace(request.getfixturevalue("postgres"))
        await place.empty()
    async with place.open() as keeping:
        assert keeping.summons is not None
        yield House(place, keeping.asks, keeping.summons)


async def asked(house: House, *to: str) -> Ask:
    opening = opened(replace(routed(), recipients=to or ("ada",), revision=0, head=""))
    await house.asks.add(opening, ())
    return opening.after


async def taken(house: House, limit: int = 9) -> list[Summons]:
    return await house.book.take(SOON, limit, until=LEASE)


@promise("told")
async def test_who_is_asked_is_kept_with_the_ask_until_it_is_time(house: House) -> None:
    ask = await asked(house, "ada", "bea")

    assert await house.book.take(SOON - MINUTE, 9, until=LEASE) == []
    assert await taken(house) == [
        Summons(ask_id=ask.id, tenant="local", number=0, recipient=each, why=Why.ASKED, at=SOON)
        for each in ("ada", "bea")
    ]


async def test_an_ask_that_stands_already_summons_nobody_again(house: House) -> None:
    first, repeat = (opened(replace(routed(), revision=0, head="")) for _ in range(2))
    await house.asks.add(first, ["key"])

    await house.asks.add(repeat, ["key"])

    assert [each.ask_id for each in await taken(house)] == [first.after.id]


@promise("goes-on")
@promise("told")
async def test_a_move_and_its_summonses_are_kept_together(house: House) -> None:
    ask = await asked(house)
    await house.book.done(await taken(house))
    passed = routing.pass_on(ask, to("bea"), by=ADA, at=NOON)

    assert await house.asks.swap(passed)

    assert await taken(house) == [*passed.summons]


async def test_time_summons_in_the_same_step(house: House) -> None:
    ask = await asked(house)
    at = NOON + 10 * MINUTE

    (change,) = await house.asks.sweep(at, 9, lambda ask: lifecycle.expire(ask, at))

    assert change.before == ask
    assert await house.book.take(at, 9, until=at + MINUTE) == [
        Summons(ask_id=ask.id, tenant="local", number=0, recipient="ada", why=Why.ASKED, at=SOON),
        *change.summons,
    ]


@promise("told")
async def test_a_move_that_lost_summons_nobody(house: House) -> None:
    ask = await asked(house)
    await house.book.done(await taken(house))
    assert await house.asks.swap(answered(ask, by=ADA))

    assert not await house.asks.swap(routing.pass_on(ask, to("bea"), by=ADA, at=NOON))

    assert await taken(house) == []


async def test_an_ask_without_a_route_summons_nobody(house: House) -> None:
    await house.asks.add(an_opening(), ())

    assert await taken(house) == []


@promise("told")
async def test_of_many_who_take_each_gets_their_own(house: House) -> None:
    for _ in range(20):
        await asked(house)
    found: list[Summons] = []

    async def take(book: SummonsBook) -> None:
        while mine := await book.take(SOON, 3, until=LEASE):
            found.extend(mine)

    with anyio.fail_after(20):
        async with house.place.open() as other, anyio.create_task_group() as rivals:
            assert other.summons is not None
            for book in (house.book, other.summons, house.book):
                rivals.start_soon(take, book)

    assert len(found) == len({each.ask_id for each in found}) == 20


@promise("told")
async def test_who_took_it_and_died_loses_it_to_another(house: House) -> None:
    await asked(house)
    (mine,) = await taken(house)

    assert await house.book.take(LEASE - timedelta(seconds=1), 9, until=LEASE) == []
    assert await house.book.take(LEASE, 9, until=LEASE + MINUTE) == [mine]


async def test_what_is_done_is_gone_and_what_is_put_off_comes_again(house: House) -> None:
    await asked(house, "ada", "bea")
    first, second = await taken(house)

    await house.book.done([first])
    await house.book.later([second], LEASE)
    await house.book.later([first], LEASE)

    assert await taken(house) == []
    assert await house.book.take(LEASE, 9, until=LEASE + MINUTE) == [replace(second, at=LEASE)]


async def test_nobody_ends_another_tenants_summons(house: House) -> None:
    await asked(house)
    (mine,) = await taken(house)
    theirs = replace(mine, tenant="elsewhere")

    await house.book.done([theirs])
    await house.book.later([theirs], NOON)

    assert await house.book.take(LEASE, 9, until=LEASE + MINUTE) == [mine]


async def test_an_ask_that_is_pruned_takes_its_summonses_along(house: House) -> None:
    ask = await asked(house)
    settled = replace(answered(ask, by=ADA).after, agent_key="")
    assert await house.asks.swap(replace(answered(ask, by=ADA), after=settled))

    assert await house.asks.prune([settled], NOON) == [ask.id]

    assert await taken(house) == []


@promise("goes-on")
@pytest.mark.parametrize("way", ["add", "swap", "sweep"])
async def test_where_a_summons_cannot_be_kept_its_move_is_not_kept(postgres: str, way: str) -> None:
    place = PostgresPlace(postgres)
    await place.empty()
    async with place.open() as keeping:
        assert keeping.summons is not None
        house = House(place, keeping.asks, keeping.summons)
        ask = await asked(house)
        fresh = opened(replace(routed(), revision=0, head=""))
        at = NOON + 10 * MINUTE
        wider = routing.hasten(ask, "", by=OPERATOR, at=NOON)
        moves: dict[str, Callable[[], Awaitable[object]]] = {
            "add": lambda: house.asks.add(fresh, ()),
            "swap": lambda: house.asks.swap(wider),
            "sweep": lambda: house.asks.sweep(at, 9, lambda each: lifecycle.expire(each, at)),
        }
        async with raw(postgres) as db, refusing(db):
            with pytest.raises(AsklineError):
                await moves[way]()

        assert await house.asks.get(ask.id) == ask
        assert await house.asks.get(fresh.after.id) is None
        assert len(await house.asks.trail(ask.id)) == 1
        assert [each.ask_id for each in await taken(house)] == [ask.id]
