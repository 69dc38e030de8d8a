"""How many asks are pending over all tenants: counted by one of many processes, read by the others.

Counting reads the index of what is pending, and so grows with it. It is done again when the others'
count is old, and the later the longer it took: so it never takes more than a small part of the time.
"""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from askline.stores.postgres.connections import Wires

EVERY = timedelta(seconds=15)
RESTS = 100
"""Times as long as it took, until it is done again."""

CLAIM = """
INSERT INTO counted AS c (what, claimed_at) VALUES ('pending', now())
ON CONFLICT (what) DO UPDATE SET claimed_at = now()
    WHERE c.claimed_at <= now() - greatest($1::interval, c.took * $2::float8)
RETURNING true
"""
COUNT = """
UPDATE counted SET many = pending.many, counted_at = now(), took = clock_timestamp() - now()
FROM (SELECT count(*) AS many FROM asks WHERE state = 'pending') AS pending
WHERE what = 'pending'
"""
READ = "SELECT many, counted_at FROM counted WHERE what = 'pending' AND counted_at IS NOT NULL"


@dataclass(frozen=True, slots=True)
class Counted:
    many: int
    at: datetime
    """By the database's clock."""


class PostgresCounting:
    def __init__(self, wires: Wires, every: timedelta, rests: float) -> None:
        self._wires = wires
        self._due = (every, rests)

    async def pending(self) -> Counted | None:
        """The last count; nothing where the first one is still under way.

        Raises: StoreUnavailable.
        """
        async with self._wires.use() as db:
            if await db.fetchval(CLAIM, *self._due):
                await db.execute(COUNT)
            found = await db.fetchrow(READ)
        return Counted(*found) if found else None


@asynccontextmanager
async def open_counting(
    dsn: str, *, every: timedelta = EVERY, rests: float = RESTS
) -> AsyncGenerator[PostgresCounting]:
    wires = Wires(dsn, 1)
    try:
        yield PostgresCounting(wires, every, rests)
    finally:
        await wires.close()
