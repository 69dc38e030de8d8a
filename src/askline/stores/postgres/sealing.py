"""The keys that replicas seal with, in PostgreSQL, with their ages by its clock: replicas' clocks may
disagree. When a key is used is not decided here.
"""

from collections.abc import Sequence
from datetime import timedelta

from askline.stores.postgres.connections import Wires
from askline.stores.postgres.locks import HOLD, Lock

KEYS = "SELECT key, now() - made_at FROM sealing_keys ORDER BY made_at DESC, key"
MAKE = """
INSERT INTO sealing_keys (key)
SELECT $1 WHERE NOT EXISTS (SELECT FROM sealing_keys WHERE made_at > now() - $2::interval)
"""
DROP = "DELETE FROM sealing_keys WHERE key = ANY ($1::bytea[])"


class PostgresSealing:
    def __init__(self, wires: Wires) -> None:
        self._wires = wires

    async def keys(self) -> list[tuple[bytes, timedelta]]:
        """Each with its age, the newest first."""
        async with self._wires.use() as db:
            return [(key, age) for key, age in await db.fetch(KEYS)]

    async def make(self, key: bytes, younger: timedelta) -> None:
        """Keep this one, if there is none younger than that. Of many at once one is kept."""
        async with self._wires.use() as db, db.transaction():
            await db.execute(HOLD, Lock.SEALING)
            await db.execute(MAKE, key, younger)

    async def drop(self, keys: Sequence[bytes]) -> None:
        async with self._wires.use() as db:
            await db.execute(DROP, list(keys))
