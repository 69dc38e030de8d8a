"""Opens a SQLite file as a place to keep asks: made private, migrated, watched."""

import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from pathlib import Path

from askline.core.background import background
from askline.stores.keeping import Keeping
from askline.stores.sqlite.asks import SqliteAsks
from askline.stores.sqlite.bell import SqliteBell, data_versions
from askline.stores.sqlite.connection import connect
from askline.stores.sqlite.lane import Lane
from askline.stores.sqlite.schema import migrate

LOOK_EVERY_S = 0.05


@asynccontextmanager
async def open_sqlite(path: Path, *, look_every_s: float = LOOK_EVERY_S) -> AsyncGenerator[Keeping]:
    """`look_every_s` is how soon other processes are heard.

    Raises: StoreUnavailable.
    """
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    with Lane(path) as writer:
        await writer.run(migrate, None)
        with closing(connect(path)) as near, closing(connect(path)) as far:
            bell = SqliteBell(writer, await writer.run(data_versions, None), path, look_every_s)
            async with background(bell.watch):
                yield Keeping(SqliteAsks(path, writer, near, far), bell)
