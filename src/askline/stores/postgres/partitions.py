"""The days of asks: each has a partition of asks and one of their events.

Days are made ahead by `tend`, and on demand when an id of another day comes. They leave only when
somebody says so, and only when nothing in them is pending.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING
from uuid import UUID

import asyncpg

from askline.core.errors import StoreUnavailable
from askline.core.ids import EPOCH, MILLISECOND, AskId
from askline.stores.postgres.connections import connected
from askline.stores.postgres.locks import HOLD, Lock

if TYPE_CHECKING:
    from askline.stores.postgres.connections import Connection

AHEAD = 3
ONE_DAY = timedelta(days=1)

# Settling moves an ask out of partial indexes and so is never a HOT update; marks are, if there
# is room on the page.
STORAGE = {"asks": "WITH (fillfactor = 85)", "ask_events": ""}

ATTACHED = """
SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
WHERE i.inhparent = 'asks'::regclass AND c.relname ~ '^asks_[0-9]{8}$'
ORDER BY c.relname
"""


def day_of(ask_id: AskId) -> date:
    return (EPOCH + (ask_id.int >> 80) * MILLISECOND).date()


async def make_ahead(db: "Connection", now: datetime) -> None:
    today = now.astimezone(UTC).date()
    await make_days(db, (today + ONE_DAY * number for number in range(AHEAD + 1)))


async def make_days(db: "Connection", days: Iterable[date]) -> None:
    """Those of the days that are missing. Writers go on meanwhile: attaching locks none of them out."""
    async with db.transaction():
        await db.execute(HOLD, Lock.DAYS)
        there = {name for (name,) in await db.fetch(ATTACHED)}
        for day in sorted(days):
            if _name("asks", day) not in there:
                await _make_day(db, day)


async def detach_days(dsn: str, before: date) -> list[str]:
    """Detach every day before this one in which nothing is pending; the names of what left.

    The tables stay, to be archived or dropped. Keys, drafts and summonses of their asks are removed.
    """
    gone: list[str] = []
    async with connected(dsn, patience=None) as db:
        for (name,) in await db.fetch(ATTACHED):
            day = datetime.strptime(name, "asks_%Y%m%d").replace(tzinfo=UTC).date()
            if day < before:
                gone += await _detach(db, day)
    return gone


async def _make_day(db: "Connection", day: date) -> None:
    start, end = _bound(day), _bound(day + ONE_DAY)
    for table, storage in STORAGE.items():
        name = _name(table, day)
        try:
            await db.execute(
                f"CREATE TABLE {name} (LIKE {table} INCLUDING GENERATED) {storage};"
                f"ALTER TABLE {table} ATTACH PARTITION {name} FOR VALUES FROM ('{start}') TO ('{end}')"
            )
        except asyncpg.DuplicateTableError as error:
            raise StoreUnavailable(
                f"The asks of {day.isoformat()} were detached, so no other can be added to them.",
                hint=f"Attach {name} again, or move it out of the way.",
            ) from error


async def _detach(db: "Connection", day: date) -> list[str]:
    names = [_name(table, day) for table in STORAGE]
    pending = f"EXISTS (SELECT FROM {names[0]} WHERE state = 'pending')"
    transaction = db.transaction()
    await transaction.start()
    # A key must never lead to an ask that cannot be read. Removing them may take long, so it comes
    # before the lock that shuts everybody out.
    for table in ("ask_keys", "ask_drafts", "summonses"):
        await db.execute(
            f"DELETE FROM {table} WHERE ask_id >= $1 AND ask_id < $2 AND NOT {pending}",  # noqa: S608 - a name of ours
            _bound(day),
            _bound(day + ONE_DAY),
        )
    await db.execute("SET LOCAL lock_timeout = '2s'")
    await db.execute("LOCK TABLE ONLY asks, ONLY ask_events IN ACCESS EXCLUSIVE MODE")
    if await db.fetchval(f"SELECT {pending}"):
        await transaction.rollback()
        return []
    for table, name in zip(STORAGE, names, strict=True):
        await db.execute(f"ALTER TABLE {table} DETACH PARTITION {name}")
    await transaction.commit()
    return names


def _name(table: str, day: date) -> str:
    return f"{table}_{day:%Y%m%d}"


def _bound(day: date) -> UUID:
    """The least id of a day."""
    return least_id(datetime.combine(day, time(), UTC))


def least_id(moment: datetime) -> UUID:
    """That an ask of this moment could have."""
    return UUID(int=max(0, (moment - EPOCH) // MILLISECOND) << 80)
