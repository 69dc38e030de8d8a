"""What one of many processes does at a time: whoever holds a lock of the database, until its connection ends."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from askline.stores.postgres.connections import Wires
from askline.stores.postgres.locks import LEAVE, TRY, Lock


class PostgresTurn:
    def __init__(self, wires: Wires, lock: Lock = Lock.RETAINING) -> None:
        self._wires = wires
        self._lock = lock

    @asynccontextmanager
    async def alone(self) -> AsyncGenerator[bool]:
        """Whether this process is the one. A connection that breaks within lets another be it.

        Raises: StoreUnavailable.
        """
        async with self._wires.use() as db:
            mine = await db.fetchval(TRY, self._lock)
            try:
                yield mine
            finally:
                if mine and not db.is_closed():
                    await db.execute(LEAVE, self._lock)
