"""The days of asks: made ahead, made on demand, and never taken away from a pending ask."""

from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import date, datetime, timedelta

import anyio
import asyncpg
import pytest

from askline.asks import lifecycle
from askline.asks.changes import Change
from askline.asks.ports import Added, Addition
from askline.core.errors import StoreUnavailable
from askline.stores.postgres.opening import open_postgres
from askline.stores.postgres.partitions import detach_days
from tests.builders import AGENT, LATER, NOON, an_ask, answered, minted
from tests.contract.test_postgres import new_database, raw
from tests.routed import ADA, opened, routed

FRESH = Addition(what=Added.FRESH)
ATTACHED = "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = $1::text::regclass"


@pytest.fixture
async def dsn(postgres: str) -> AsyncGenerator[str]:
    async with new_database(postgres) as made:
        yield made


def asked(at: datetime) -> Change:
    return lifecycle.opened(an_ask(id=minted.ask_id(at), asked_at=at), AGENT)


async def days(dsn: str, table: str = "asks") -> list[str]:
    async with raw(dsn) as db:
        return sorted(name for (name,) in await db.fetch(ATTACHED, table))


async def test_tending_makes_today_and_the_three_days_after(dsn: str) -> None:
    async with open_postgres(dsn) as keeping:
        await keeping.asks.tend(NOON)
        await keeping.asks.tend(NOON)

    assert await days(dsn) == [f"asks_202611{day}" for day in (14, 15, 16, 17)]
    assert await days(dsn, "ask_events") == [f"ask_events_202611{day}" for day in (14, 15, 16, 17)]


async def test_many_processes_may_tend_and_need_a_new_day_at_once(dsn: str) -> None:
    found: list[Addition] = []
    async with open_postgres(dsn) as first, open_postgres(dsn) as second:

        async def add(number: int) -> None:
            keeping = (first, second)[number % 2]
            opening = asked(NOON + timedelta(days=number % 5))
            found.append(await keeping.asks.add(opening, ()))

        with anyio.fail_after(50):
            async with anyio.create_task_group() as tasks:
                for number in range(40):
                    tasks.start_soon(add, number)
                for keeping in (first, second, first, second):
                    tasks.start_soon(keeping.asks.tend, NOON)

    assert found == [FRESH] * 40
    assert await days(dsn) == [f"asks_202611{day}" for day in (14, 15, 16, 17, 18)]


async def test_a_day_leaves_only_when_nothing_in_it_is_pending(dsn: str) -> None:
    done, waiting = asked(NOON), asked(NOON + timedelta(days=1))
    async with open_postgres(dsn) as keeping:
        await keeping.asks.add(done, ["key-1"])
        await keeping.asks.add(waiting, ["key-2"])
        await keeping.asks.swap(answered(done.after))
        await keeping.asks.tend(NOON + timedelta(days=2))

        gone = await detach_days(dsn, before=date(2026, 11, 16))

        assert gone == ["asks_20261114", "ask_events_20261114"]
        assert await days(dsn) == [f"asks_202611{day}" for day in (15, 16, 17, 18, 19)]
        assert await keeping.asks.get(done.after.id) is None
        assert await keeping.asks.trail(done.after.id) == []
        assert await keeping.asks.get(waiting.after.id) == waiting.after
    async with raw(dsn) as db:
        assert await db.fetchval("SELECT count(*) FROM asks_20261114") == 1


async def test_the_keys_of_a_day_leave_with_it_and_no_others(dsn: str) -> None:
    done, waiting = asked(NOON), asked(NOON + timedelta(days=1))
    async with open_postgres(dsn) as keeping:
        await keeping.asks.add(done, ["key-1"])
        await keeping.asks.add(waiting, ["key-2"])
        await keeping.asks.swap(answered(done.after))
        await detach_days(dsn, before=date(2026, 11, 16))

        again = asked(NOON + timedelta(days=1))
        standing = Addition(what=Added.STANDING, standing=waiting.after.id)

        assert await keeping.asks.add(again, ["key-2"]) == standing
        assert await keeping.asks.add(again, ["key-1"]) == FRESH


async def test_who_was_to_be_told_of_a_day_that_left_is_told_no_more(dsn: str) -> None:
    ask = replace(routed(), revision=0, head="")
    async with open_postgres(dsn) as keeping:
        opening = opened(ask)
        await keeping.asks.add(opening, ())
        await keeping.asks.swap(answered(opening.after, by=ADA))
        await detach_days(dsn, before=date(2026, 11, 16))

        assert keeping.summons is not None
        assert await keeping.summons.take(LATER, 9, until=LATER) == []


async def test_an_ask_of_a_detached_day_is_refused_with_the_way_out(dsn: str) -> None:
    async with open_postgres(dsn) as keeping:
        await keeping.asks.tend(NOON)
        await detach_days(dsn, before=date(2026, 11, 15))

        with pytest.raises(StoreUnavailable) as refusal:
            await keeping.asks.add(asked(NOON), ())

    assert "asks_20261114" in refusal.value.hint


async def test_a_day_in_use_is_not_waited_for_without_end(dsn: str) -> None:
    async with open_postgres(dsn) as keeping:
        await keeping.asks.tend(NOON)

    with anyio.fail_after(20):
        async with raw(dsn) as reader, reader.transaction():
            await reader.execute("SELECT FROM asks")

            with pytest.raises(StoreUnavailable) as refusal:
                await detach_days(dsn, before=date(2026, 11, 15))

    assert isinstance(refusal.value.__cause__, asyncpg.LockNotAvailableError)
    assert "asks_20261114" in await days(dsn)
