"""Which asks a hub decides, in the same SQLite file as the asks."""

import sqlite3
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from uuid import UUID

from askline.asks.handing import Handed
from askline.asks.spelling import read_time, time_text
from askline.core.ids import AskId
from askline.stores.sqlite.connection import translated
from askline.stores.sqlite.lane import Lane
from askline.stores.sqlite.values import Values

KEEP = """INSERT OR REPLACE INTO joined_asks (ask_id, hub, hub_id, settled_at)
    VALUES (?, ?, ?, ?)"""
OF = "SELECT ask_id, hub, hub_id, settled_at FROM joined_asks WHERE ask_id = ?"
AT = "SELECT ask_id, hub, hub_id, settled_at FROM joined_asks WHERE hub = ? AND hub_id = ?"
OPEN_OR_SINCE = """SELECT ask_id, hub, hub_id, settled_at FROM joined_asks
    WHERE hub = ? AND hub_id IS NOT NULL AND (settled_at IS NULL OR settled_at > ?)
    ORDER BY ask_id"""


class SqliteHanded:
    def __init__(self, path: Path, writer: Lane, near: sqlite3.Connection) -> None:
        self._path = path
        self._writer = writer
        self._near = near

    async def keep(self, handed: Handed) -> None:
        await self._writer.run(_keep, handed)

    async def of(self, ask_id: AskId) -> Handed | None:
        return next(iter(self._fetch(OF, (str(ask_id),))), None)

    async def at(self, hub: str, hub_id: str) -> Handed | None:
        return next(iter(self._fetch(AT, (hub, hub_id))), None)

    async def open_or_since(self, hub: str, moment: datetime) -> list[Handed]:
        return self._fetch(OPEN_OR_SINCE, (hub, time_text(moment)))

    def _fetch(self, statement: str, values: Values) -> list[Handed]:
        try:
            found = self._near.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise translated(error, self._path) from error
        return [_read(*row) for row in found]


def _keep(db: sqlite3.Connection, items: Sequence[Handed]) -> list[None]:
    rows = [(str(each.ask_id), each.hub, each.hub_id, time_text(each.settled_at)) for each in items]
    db.executemany(KEEP, rows)
    return [None] * len(items)


def _read(ask_id: str, hub: str, hub_id: str | None, settled_at: str | None) -> Handed:
    return Handed(
        ask_id=AskId(UUID(ask_id)),
        hub=hub,
        hub_id=hub_id,
        settled_at=read_time(settled_at) if settled_at else None,
    )
