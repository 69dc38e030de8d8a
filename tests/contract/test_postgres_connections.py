"""Connections that are cut: callers are told in our words, and the next call works."""

import socket
from functools import partial

import anyio
import anyio.lowlevel
import pytest

from askline.asks.ports import Added, Addition, Inbox
from askline.core.errors import StoreUnavailable
from askline.core.ids import AskId
from askline.stores.postgres import connections
from askline.stores.postgres.connections import Wires
from askline.stores.postgres.opening import open_postgres
from tests.builders import an_opening, answered
from tests.contract.test_postgres import new_database, raw, until
from tests.promises import promise

FRESH = Addition(what=Added.FRESH)
EVERYTHING = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = $1 AND application_name = 'askline'
"""


async def reached(kept: list[AskId], enough: int) -> bool:
    return len(kept) >= enough


@promise("stored-first")
async def test_under_cut_connections_everything_said_to_be_kept_is_kept(
    postgres: str,
) -> None:
    kept: list[AskId] = []
    settled: list[AskId] = []
    results: set[bool] = set()
    failed: list[str] = []
    async with new_database(postgres) as dsn, raw(dsn) as killer, open_postgres(dsn) as keeping:
        stop = anyio.Event()

        async def agent() -> None:
            while not stop.is_set():
                opening = an_opening()
                try:
                    results.add(await keeping.asks.add(opening, ()) == FRESH)
                    kept.append(opening.after.id)
                    results.add(await keeping.asks.swap(answered(opening.after)))
                    settled.append(opening.after.id)
                except StoreUnavailable as error:
                    failed.append(error.code)

        with anyio.fail_after(50):
            async with anyio.create_task_group() as agents:
                for _ in range(20):
                    agents.start_soon(agent)
                for enough in range(100, 600, 100):
                    await until(partial(reached, kept, enough))
                    await killer.fetch(EVERYTHING, dsn.rsplit("/", 1)[1])
                stop.set()

            stored = {ask.id: ask for ask in await keeping.asks.get_all(kept)}

    assert results == {True}
    assert len(stored) == len(kept)
    assert all(stored[ask_id].state.settled for ask_id in settled)
    assert set(failed) == {"store_unavailable"}


async def test_while_nobody_may_connect_the_store_is_unavailable_and_then_works_again(
    postgres: str,
) -> None:
    async with (
        new_database(postgres) as dsn,
        raw(postgres) as server,
        open_postgres(dsn) as keeping,
    ):
        name = dsn.rsplit("/", 1)[1]
        opening = an_opening()
        assert await keeping.asks.add(opening, ()) == FRESH
        await server.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        await server.fetch(EVERYTHING, name)

        with pytest.raises(StoreUnavailable) as refusal:
            await keeping.asks.add(an_opening(), ())
        with pytest.raises(StoreUnavailable):
            await keeping.asks.inbox(Inbox(tenant="local"))
        await server.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")

        assert await keeping.asks.inbox(Inbox(tenant="local")) == [opening.after]
        assert await keeping.asks.swap(answered(opening.after))
    assert refusal.value.hint


async def test_a_host_that_says_nothing_does_not_hide_the_next_one(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HOST_S", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        nobody = f"127.0.0.1:{silent.getsockname()[1]},127.0.0.1:1,"
        dsn = f"{postgres.replace('@', f'@{nobody}')}?target_session_attrs=read-write"
        wires = Wires(dsn, 1)
        with anyio.fail_after(5):
            async with wires.use() as db:
                assert await db.fetchval("SELECT 1") == 1
    await wires.close()


async def test_where_every_host_only_follows_the_store_is_unavailable(postgres: str) -> None:
    host = postgres.rpartition("@")[2].partition("/")[0]
    twice = postgres.replace(f"@{host}", f"@{host},{host}")
    wires = Wires(f"{twice}?target_session_attrs=standby", 1)

    with pytest.raises(StoreUnavailable, match="TargetServerAttributeNotMatched"):
        async with wires.use():
            pytest.fail("nobody here follows another")


@pytest.mark.parametrize(
    ("dsn", "hosts"),
    [
        (
            "postgresql://u:p@a:1,b/x?y=a,b",
            ["postgresql://u:p@a:1/x?y=a,b", "postgresql://u:p@b/x?y=a,b"],
        ),
        ("postgresql://a,[::1]:2", ["postgresql://a", "postgresql://[::1]:2"]),
        ("postgresql://u@a,b?z=1", ["postgresql://u@a?z=1", "postgresql://u@b?z=1"]),
        ("postgresql://u@/x?host=/run,/tmp", ["postgresql://u@/x?host=/run,/tmp"]),
        ("postgresql:///x", ["postgresql:///x"]),
    ],
    ids=["all", "bare", "options", "sockets", "none"],
)
def test_an_address_names_each_host_by_itself(dsn: str, hosts: list[str]) -> None:
    assert connections.each_host(dsn) == hosts


async def test_a_caller_who_goes_away_leaves_a_clean_connection(postgres: str) -> None:
    wires = Wires(postgres, 1)
    with anyio.move_on_after(0.1):
        async with wires.use() as db, db.transaction():
            await db.execute("SELECT pg_sleep(60)")

    async with wires.use() as db:
        assert not db.is_in_transaction()
        assert await db.fetchval("SELECT 1") == 1
    await wires.close()


async def test_a_connection_in_use_when_all_are_closed_is_closed_after_it(postgres: str) -> None:
    wires = Wires(postgres, 1)

    async with wires.use() as db:
        await wires.close()
        assert await db.fetchval("SELECT 1") == 1

    assert db.is_closed()


async def test_a_store_whose_house_is_cancelled_leaves_no_connection(postgres: str) -> None:
    open_ones = (
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        " AND application_name = 'askline'"
    )
    async with new_database(postgres) as dsn, raw(dsn) as db:
        with anyio.CancelScope() as house:
            async with open_postgres(dsn) as keeping:
                await keeping.alerts.of([])
                house.cancel()
                await anyio.sleep_forever()

        with anyio.fail_after(20):
            while await db.fetchval(open_ones):
                await anyio.lowlevel.checkpoint()
