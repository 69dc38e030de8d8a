"""The bell of a SQLite file: listeners of this process at once, others by watching the file.

Another process on the same file is rare (an agent run in-process beside the service), so there is
no second socket: `PRAGMA data_version` changes when another connection commits. It is looked at
only while somebody listens, and on the writing connection, whose own commits do not count.
"""

import logging
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from pathlib import Path

import anyio

from askline.asks.ports import Hint, Ring
from askline.core.errors import StoreUnavailable
from askline.stores.ears import Ears
from askline.stores.sqlite.lane import Lane

SETTLE_S = 0.1
"""The file's time is coarse: so long after a change another one may look the same."""
STORE_AWAY_S = 1.0

log = logging.getLogger(__name__)


class SqliteBell:
    def __init__(self, writer: Lane, version: int, path: Path, look_every_s: float) -> None:
        self._writer = writer
        self._look_every_s = look_every_s
        self._wal = f"{path}-wal"
        self._stamp: tuple[int, int, int] | None = None
        self._still_from = 0.0
        self._version = version
        """The version of the file when listening begins: nothing after it is missed."""
        self._ears = Ears()

    def ring(self, hint: Hint) -> None:
        self._ears.ring(hint)

    @property
    def deaf(self) -> bool:
        return self._ears.deaf

    def listen(self) -> AbstractAsyncContextManager[AsyncIterator[Ring]]:
        return self._ears.listen()

    async def watch(self) -> None:
        """Tell listeners that something changed when another process wrote; forever."""
        while True:
            await anyio.sleep(self._look_every_s)
            await self._ears.wanted()
            if self._is_still():
                continue
            try:
                version = await self._writer.run(data_versions, None)
            except StoreUnavailable as error:
                log.warning("other processes are not heard: %s", error.message)
                self._ears.deaf = True
                await anyio.sleep(STORE_AWAY_S)
                continue
            self._ears.deaf = False
            if version != self._version:
                self._version = version
                self._ears.miss()

    def _is_still(self) -> bool:
        """Whether nobody wrote, not even this process: a look at the file's time costs next to
        nothing, twenty times a second."""
        now, stamp = time.monotonic(), None
        with suppress(OSError):
            found = os.stat(self._wal)  # noqa: PTH116 - a Path would cost more than the call
            stamp = (found.st_ino, found.st_size, found.st_mtime_ns)
        if stamp is None or stamp != self._stamp:
            self._stamp, self._still_from = stamp, now + SETTLE_S
        return now >= self._still_from


def data_versions(db: sqlite3.Connection, items: Sequence[None]) -> list[int]:
    (version,) = db.execute("PRAGMA data_version").fetchone()
    return [version] * len(items)
