"""Opens a PostgreSQL database as a place to keep asks, shared with every other process that does."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import anyio

from askline.stores.keeping import Keeping
from askline.stores.postgres.asks import PostgresAsks
from askline.stores.postgres.bell import PostgresBell
from askline.stores.postgres.migrating import migrate_postgres, must_be_migrated

__all__ = ["migrate_postgres", "open_postgres"]


@asynccontextmanager
async def open_postgres(dsn: str) -> AsyncGenerator[Keeping]:
    """
    Raises:
        StoreUnavailable: the database is not there, or was not migrated to what this version needs.
    """
    await must_be_migrated(dsn)
    asks, bell = PostgresAsks(dsn), PostgresBell(dsn)
    failure: Exception | None = None
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(asks.run)
        tasks.start_soon(bell.notify)
        await tasks.start(bell.hear)
        try:
            yield Keeping(asks, bell)
        except Exception as error:  # noqa: BLE001 - handed on below, not wrapped in a group
            failure = error
        tasks.cancel_scope.cancel()
    if failure is not None:
        raise failure
