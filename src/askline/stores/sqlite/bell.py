"""The bell of a SQLite file: listeners of this process at once, others by watching the file.

Another process on the same file is rare (an agent run in-process beside the service), so there is
no second socket: `PRAGMA data_version` changes when another connection commits. It is looked at
only while somebody listens, and on the writing connection, whose own commits do not count.
"""

import logging
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager

import anyio

from askline.asks.ports import Hint, Ring
from askline.core.errors import StoreUnavailable
from askline.stores.ears import Ears
from askline.stores.sqlite.lane import Lane

LOOK_EVERY_S = 0.05
STORE_AWAY_S = 1.0

log = logging.getLogger(__name__)


class SqliteBell:
    def __init__(self, writer: Lane, version: int) -> None:
        self._writer = writer
        self._version = version
        """The version of the file when listening begins: nothing after it is missed."""
        self._ears = Ears()

    def ring(self, hint: Hint) -> None:
        self._ears.ring(hint)

    def listen(self) -> AbstractAsyncContextManager[AsyncIterator[Ring]]:
        return self._ears.listen()

    async def watch(self) -> None:
        """Tell listeners that something changed when another process wrote; forever."""
        while True:
            await anyio.sleep(LOOK_EVERY_S)
            await self._ears.wanted()
            try:
                version = await self._writer.run(data_versions, None)
            except StoreUnavailable as error:
                log.warning("other processes are not heard: %s", error.message)
                await anyio.sleep(STORE_AWAY_S)
                continue
            if version != self._version:
                self._version = version
                self._ears.miss()


def data_versions(db: sqlite3.Connection, items: Sequence[None]) -> list[int]:
    (version,) = db.execute("PRAGMA data_version").fetchone()
    return [version] * len(items)
