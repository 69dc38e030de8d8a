"""What a dead replica held is let go by those that live, in every tenant; and by nobody else."""

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import anyio
import pytest
from anyio.lowlevel import checkpoint

from askline.asks.desk import Desk, open_desk
from askline.asks.model import Ask
from askline.core.background import background
from askline.core.clock import SystemClock
from askline.core.errors import StoreUnavailable
from askline.core.ids import RandomMint
from askline.core.people import Right
from askline.service.hub.stragglers import let_go_of_the_dead, watch_replicas
from askline.service.sharing import open_shared
from askline.stores.postgres.connections import Wires
from askline.stores.postgres.replicas import HELD, PostgresReplicas
from tests.builders import ADA, AGENT, a_new_ask
from tests.contract.test_postgres import raw
from tests.places import PostgresPlace
from tests.promises import promise

LONG_AGO = "UPDATE replicas SET seen_at = now() - interval '1 hour' WHERE name = 'replica-dead'"
HEIR_LONG_AGO = "UPDATE replicas SET heir_at = now() - interval '3 hours'"
DEAD, ALIVE = "replica-dead", "replica-alive"
SOON, LONG = timedelta(seconds=20), timedelta(hours=2)


@dataclass
class Survivor:
    """What a replica looks after the others with; no more of it is running."""

    desk: Desk
    replicas: PostgresReplicas
    db: Any

    async def asked(self, tenant: str, holder: str) -> Ask:
        return await self.desk.asking.ask(replace(AGENT, tenant=tenant), a_new_ask(holder=holder))

    async def now(self, ask: Ask) -> Ask:
        keeper = replace(ADA, tenant=ask.tenant, rights=frozenset({Right.OPERATE}))
        return await self.desk.reading.read(keeper, ask.id)


@asynccontextmanager
async def a_survivor(dsn: str) -> AsyncGenerator[Survivor]:
    await PostgresPlace(dsn).empty()
    wires = Wires(dsn, 1)
    async with open_shared(dsn) as keeping, raw(dsn) as db:
        desk = open_desk(keeping.asks, keeping.bell, SystemClock(), RandomMint())
        survivor = Survivor(desk, PostgresReplicas(wires), db)
        for name in (DEAD, ALIVE):
            await survivor.replicas.beat(name, "1")
        yield survivor
    await wires.close()


@promise("detach-not-cancel")
async def test_what_the_dead_held_is_let_go_in_every_tenant_and_nothing_else(postgres: str) -> None:
    async with a_survivor(postgres) as survivor:
        gone = [await survivor.asked(each, f"{DEAD}/http-1") for each in ("acme", "bolt")]
        others = ("replica-deadlier/http-1", f"{ALIVE}/api-1", "line-1")
        kept = [await survivor.asked(f"of {each}", each) for each in others]
        await let_go_of_the_dead(survivor.desk, survivor.replicas)
        assert [(await survivor.now(ask)).holder for ask in gone] == [f"{DEAD}/http-1"] * 2
        await survivor.db.execute(LONG_AGO)
        await let_go_of_the_dead(survivor.desk, survivor.replicas)

        left = [await survivor.now(ask) for ask in gone]
        assert [(ask.holder, ask.detached, ask.state) for ask in left] == [
            (None, True, "pending"),
            (None, True, "pending"),
        ]
        assert tuple([(await survivor.now(ask)).holder for ask in kept]) == others
        assert [sign.name for sign in await survivor.replicas.alive(LONG)] == [ALIVE]


async def test_each_of_the_dead_has_one_heir_until_that_one_dies_too(postgres: str) -> None:
    async with a_survivor(postgres) as survivor:
        replicas, db = survivor.replicas, survivor.db
        await db.execute(LONG_AGO)
        assert await replicas.inherit(SOON, LONG) == [DEAD]
        assert await replicas.inherit(SOON, LONG) == []
        await db.execute(HEIR_LONG_AGO)
        assert await replicas.inherit(SOON, LONG) == [DEAD]
        await db.execute(HEIR_LONG_AGO)
        await replicas.held(DEAD, 1)  # its heir is still at it
        assert await replicas.inherit(SOON, LONG) == []


async def test_one_that_was_only_slow_is_not_buried(postgres: str) -> None:
    async with a_survivor(postgres) as survivor:
        await survivor.db.execute(LONG_AGO)
        await survivor.replicas.inherit(SOON, LONG)
        await survivor.replicas.beat(DEAD, "1")
        await survivor.replicas.bury(DEAD)

        assert {sign.name for sign in await survivor.replicas.alive(SOON)} == {DEAD, ALIVE}


async def test_what_could_not_be_let_go_is_left_to_the_next_heir(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: Any) -> Ask:
        raise StoreUnavailable("It is away.", hint="Wait.")

    async with a_survivor(postgres) as survivor:
        ask = await survivor.asked("acme", f"{DEAD}/http-1")
        await survivor.db.execute(LONG_AGO)
        with monkeypatch.context() as broken:
            broken.setattr(survivor.desk.asking, "detach", away)
            await let_go_of_the_dead(survivor.desk, survivor.replicas)
        assert (await survivor.now(ask)).holder
        await survivor.db.execute(HEIR_LONG_AGO)
        await let_go_of_the_dead(survivor.desk, survivor.replicas)

        assert (await survivor.now(ask)).holder is None


async def test_replicas_are_watched_again_and_again_also_after_a_store_was_away(
    postgres: str, caplog: pytest.LogCaptureFixture
) -> None:
    nowhere = PostgresReplicas(Wires("postgresql://postgres@127.0.0.1:1/postgres", 1))
    with anyio.fail_after(20):
        async with (
            a_survivor(postgres) as survivor,
            background(lambda: watch_replicas(survivor.desk, nowhere, every_s=0)),
        ):
            while caplog.text.count("nobody was let go") < 2:
                await checkpoint()


async def test_what_was_held_is_found_without_reading_what_was_not(postgres: str) -> None:
    statement = HELD.replace("$1", f"'{DEAD}'").replace("$2", "5")
    async with a_survivor(postgres) as survivor:
        await survivor.asked("acme", f"{DEAD}/http-1")
        await survivor.db.execute("SET enable_seqscan = off")
        found = await survivor.db.fetch(f"EXPLAIN {statement}")

    plan = "\n".join(line for (line,) in found)
    assert "held_at" in plan
    assert not re.search("Seq Scan|Filter", plan), plan
