"""Places where asks are kept. Each `open` stands for one process over the same asks."""

from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Protocol

import asyncpg

from askline.stores.ears import Ears
from askline.stores.ephemeral import EphemeralAsks
from askline.stores.keeping import Keeping
from askline.stores.postgres.opening import open_postgres
from askline.stores.sqlite.opening import open_sqlite


class Place(Protocol):
    def open(self) -> AbstractAsyncContextManager[Keeping]: ...


class EphemeralPlace:
    """All processes are this one; nothing outlives it."""

    def __init__(self) -> None:
        self._keeping = Keeping(EphemeralAsks(), Ears())

    @asynccontextmanager
    async def open(self) -> AsyncGenerator[Keeping]:
        yield self._keeping


class SqlitePlace:
    def __init__(self, path: Path) -> None:
        self._path = path

    def open(self) -> AbstractAsyncContextManager[Keeping]:
        return open_sqlite(self._path)


class PostgresPlace:
    def __init__(self, dsn: str) -> None:
        self._dsn = dsn

    def open(self) -> AbstractAsyncContextManager[Keeping]:
        return open_postgres(self._dsn)

    async def empty(self) -> None:
        db = await asyncpg.connect(self._dsn)
        try:
            await db.execute("TRUNCATE asks, ask_events, ask_keys, ask_inboxes, ask_drafts")
        finally:
            await db.close()
