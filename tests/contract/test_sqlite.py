"""What only the SQLite store has: a file of its own, lanes, and a schema that mends itself."""

import sqlite3
import stat
import threading
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import anyio
import anyio.to_thread
import pytest

from askline.asks.ports import Inbox
from askline.core.errors import Internal, StoreUnavailable
from askline.stores.migrating import migrations
from askline.stores.sqlite import bell, connection
from askline.stores.sqlite.connection import connect
from askline.stores.sqlite.lane import AT_ONCE, Lane
from askline.stores.sqlite.opening import open_sqlite
from askline.stores.sqlite.schema import migrate
from tests.builders import an_opening, answered

SERIES = [f"{each.name}.{each.phase}" for each in migrations("askline.stores.sqlite")]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "askline.db"


def same(_: sqlite3.Connection, items: Sequence[int]) -> Sequence[int]:
    return items


def execute(db: sqlite3.Connection, statements: Sequence[str]) -> list[int]:
    return [db.execute(statement).rowcount for statement in statements]


async def made(path: Path) -> None:
    async with open_sqlite(path):
        pass


def applied(path: Path) -> list[str]:
    db = sqlite3.connect(path)
    names = [name for (name,) in db.execute("SELECT name FROM askline_migrations ORDER BY name")]
    db.close()
    return names


def test_the_file_is_private_and_survives_power_loss(path: Path) -> None:
    anyio.run(made, path)

    with closing(sqlite3.connect(path)) as plain:
        assert plain.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with closing(connect(path)) as db:
        assert db.execute("PRAGMA synchronous").fetchone() == (2,)


async def test_an_older_file_is_brought_to_the_newest_schema_with_its_asks(path: Path) -> None:
    opening = an_opening()
    with Lane(path) as lane:
        await lane.run(migrate, "0001_asks")
    assert applied(path) == ["0001_asks.pre"]

    async with open_sqlite(path) as keeping:
        await keeping.asks.add(opening, ())
    async with open_sqlite(path) as keeping:
        assert await keeping.asks.get(opening.after.id) == opening.after

    assert applied(path) == SERIES


async def test_a_file_of_a_newer_version_is_left_alone(path: Path) -> None:
    await made(path)
    db = sqlite3.connect(path)
    db.execute("INSERT INTO askline_migrations VALUES ('9999_future.pre')")
    db.commit()
    db.close()

    with pytest.raises(StoreUnavailable, match="9999_future") as refused:
        async with open_sqlite(path):
            pytest.fail("it was opened")

    assert "Upgrade" in refused.value.hint


async def test_many_openers_at_once_make_one_schema(path: Path) -> None:
    async def opener() -> None:
        async with open_sqlite(path) as keeping:
            assert await keeping.asks.inbox(Inbox(tenant="local")) == []

    with anyio.fail_after(30):
        async with anyio.create_task_group() as openers:
            for _ in range(5):
                openers.start_soon(opener)

    assert applied(path) == SERIES


async def test_a_place_that_cannot_be_opened_says_so(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="could not be used"), Lane(tmp_path):
        pytest.fail("a directory was opened as a database")


async def test_a_book_that_cannot_be_read_says_so(path: Path) -> None:
    async with open_sqlite(path) as keeping:
        with closing(sqlite3.connect(path)) as db:
            db.execute("DROP TABLE alerts")

        with pytest.raises(StoreUnavailable):
            await keeping.alerts.newest("local", 1)


async def test_a_closed_store_refuses_instead_of_waiting(path: Path) -> None:
    async with open_sqlite(path) as keeping:
        pass

    with pytest.raises(StoreUnavailable, match="closed"):
        await keeping.asks.inbox(Inbox(tenant="local"))
    with pytest.raises(StoreUnavailable, match="closed"):
        await keeping.asks.add(an_opening(), ())


async def test_what_is_under_way_when_it_closes_is_still_done(path: Path) -> None:
    done: list[int] = []
    with anyio.fail_after(10):
        async with anyio.create_task_group() as tasks:
            with Lane(path) as lane:

                async def job(number: int) -> None:
                    done.append(await lane.run(same, number))

                for number in range(600):
                    tasks.start_soon(job, number)
                await anyio.wait_all_tasks_blocked()

    assert sorted(done) == list(range(600))


async def test_more_than_a_batch_holds_goes_into_the_next(path: Path) -> None:
    sizes: list[int] = []
    busy, hold = threading.Event(), threading.Event()

    def keep_busy(_: sqlite3.Connection, items: Sequence[int]) -> Sequence[int]:
        busy.set()
        hold.wait(10)
        return items

    def count(_: sqlite3.Connection, items: Sequence[int]) -> Sequence[int]:
        sizes.append(len(items))
        return items

    with anyio.fail_after(10), Lane(path) as lane:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(lane.run, keep_busy, 0)
            await anyio.to_thread.run_sync(busy.wait)
            for number in range(AT_ONCE + 1):
                tasks.start_soon(lane.run, count, number)
            await anyio.wait_all_tasks_blocked()
            hold.set()

    assert sizes == [AT_ONCE, 1]


async def test_one_bad_job_does_not_spoil_its_batch(path: Path) -> None:
    results: dict[str, object] = {}

    async def job(lane: Lane, name: str, statement: str) -> None:
        try:
            results[name] = await lane.run(execute, statement)
        except StoreUnavailable as error:
            results[name] = error.code

    with anyio.fail_after(10), Lane(path) as lane:
        await lane.run(execute, "CREATE TABLE t (n INTEGER)")
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(job, lane, "first", "INSERT INTO t VALUES (1)")
            tasks.start_soon(job, lane, "bad", "INSERT INTO nowhere VALUES (1)")
            tasks.start_soon(job, lane, "last", "INSERT INTO t VALUES (2)")

    assert results == {"first": 1, "bad": "store_unavailable", "last": 1}
    with closing(connect(path)) as db:
        assert db.execute("SELECT n FROM t ORDER BY n").fetchall() == [(1,), (2,)]


async def test_whatever_a_job_raises_is_its_own_and_the_lane_goes_on(path: Path) -> None:
    def bound(db: sqlite3.Connection, texts: Sequence[str]) -> list[str]:
        return [db.execute("SELECT ?", (text,)).fetchone()[0] for text in texts]

    with anyio.fail_after(10), Lane(path) as lane:
        with pytest.raises(Internal, match="UnicodeEncodeError"):
            await lane.run(bound, "\ud800")

        assert await lane.run(bound, "whole") == "whole"


async def test_a_store_that_was_spoiled_says_so(path: Path) -> None:
    async with open_sqlite(path) as keeping:
        with closing(sqlite3.connect(path)) as db:
            db.execute("DROP TABLE asks")

        with pytest.raises(StoreUnavailable, match="no such table"):
            await keeping.asks.get(an_opening().after.id)


async def test_a_store_that_another_program_keeps_busy_is_heard_again_afterwards(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deaf = anyio.Event()

    def warned(*_: object) -> None:
        deaf.set()

    monkeypatch.setattr(bell.log, "warning", warned)
    monkeypatch.setattr(bell, "STORE_AWAY_S", 0)
    monkeypatch.setattr(connection, "BUSY_S", 0)
    with anyio.fail_after(10):
        async with open_sqlite(path) as keeping, keeping.bell.listen() as rings:
            with closing(sqlite3.connect(path, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                await deaf.wait()
                assert keeping.bell.deaf
                other.execute("CREATE TABLE theirs (n INTEGER)")
                other.execute("COMMIT")

            assert (await anext(rings)).missed
            assert not keeping.bell.deaf


async def test_a_full_disk_is_told_and_nothing_is_half_kept(path: Path) -> None:
    async with open_sqlite(path) as keeping:
        kept = an_opening()
        await keeping.asks.add(kept, ["kept"])

    with Lane(path) as lane:
        await lane.run(execute, "PRAGMA max_page_count = 1")
        with pytest.raises(StoreUnavailable, match="full") as refused:
            await lane.run(execute, "CREATE TABLE big AS SELECT hex(randomblob(1000000)) AS b")

    assert f"Free space at {path.parent}" in refused.value.hint
    async with open_sqlite(path) as keeping:
        assert await keeping.asks.swap(answered(kept.after))


async def test_books_of_memory_in_a_closed_store_say_so(path: Path) -> None:
    async with open_sqlite(path) as keeping:
        pass

    with pytest.raises(StoreUnavailable):
        await keeping.rules.of("local", "me")
