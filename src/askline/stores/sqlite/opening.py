"""Opens a SQLite file as a place to keep asks: made private, migrated, watched."""

import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from pathlib import Path

from askline.core.background import background
from askline.stores.keeping import Keeping
from askline.stores.sqlite.alerts import SqliteAlerts, SqliteLinks
from askline.stores.sqlite.asks import SqliteAsks
from askline.stores.sqlite.bell import SqliteBell, data_versions
from askline.stores.sqlite.connection import connect
from askline.stores.sqlite.handed import SqliteHanded
from askline.stores.sqlite.lane import Lane
from askline.stores.sqlite.memory import SqliteRecollection, SqliteRules
from askline.stores.sqlite.operations import SqliteOperations
from askline.stores.sqlite.schema import migrate
from askline.stores.sqlite.standing import SqliteStanding

LOOK_EVERY_S = 0.05


@asynccontextmanager
async def open_sqlite(path: Path, *, look_every_s: float = LOOK_EVERY_S) -> AsyncGenerator[Keeping]:
    """`look_every_s` is how soon other processes are heard.

    Raises: StoreUnavailable.
    """
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    with Lane(path) as writer:
        await writer.run(migrate, None)
        with (
            closing(connect(path)) as near,
            closing(connect(path)) as far,
            closing(connect(path)) as aside,
        ):
            bell = SqliteBell(writer, await writer.run(data_versions, None), path, look_every_s)
            async with background(bell.watch):
                yield Keeping(
                    SqliteAsks(path, writer, near, far),
                    bell,
                    SqliteAlerts(path, writer, near),
                    SqliteLinks(path, writer, near),
                    SqliteOperations(path, writer, near),
                    SqliteStanding(path, writer, near),
                    SqliteRecollection(path, writer, aside),
                    SqliteRules(path, writer, near),
                    handed=SqliteHanded(path, writer, near),
                )
