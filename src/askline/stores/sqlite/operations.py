"""Operations in the same SQLite file as the asks. The lane writes them; reads are few and near."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from uuid import UUID

from askline.asks.spelling import text_of
from askline.commands.operation import Operation
from askline.commands.ports import Operations
from askline.core.ids import OperationId
from askline.stores.operation_rows import (
    OperationRow,
    fixed_text,
    moving_text,
    owed_to,
    read_operation,
)
from askline.stores.sqlite.connection import translated
from askline.stores.sqlite.lane import Lane
from askline.stores.sqlite.values import Values

ADD = """INSERT INTO operations (id, tenant, short_id, principal, project, request_key, fixed,
    status, ended, owed_to, revision, moving) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
STANDING = "SELECT id FROM operations WHERE tenant = ? AND request_key = ?"
SWAP = """UPDATE operations SET status = ?, ended = ?, owed_to = ?, revision = ?, moving = ?
    WHERE id = ? AND revision = ?"""
READ = "SELECT id, tenant, status, revision, fixed, moving FROM operations"
GET = f"{READ} WHERE id = ?"
FIND = "SELECT id FROM operations WHERE tenant = ? AND short_id = ? ORDER BY ended, id DESC"
WHICH = f"""{READ}
    WHERE tenant = ?1 AND (?2 IS NULL OR principal = ?2) AND (?3 IS NULL OR project = ?3)
    AND (?4 IS NULL OR status IN (SELECT value FROM json_each(?4)))
    AND (?5 IS NULL OR id < ?5) ORDER BY id DESC LIMIT ?6"""  # noqa: S608 - all of it is said here
UNENDED = f"{READ} WHERE tenant = ? AND ended = 0 ORDER BY id"
OWED = f"{READ} WHERE tenant = ? AND owed_to = ? ORDER BY id LIMIT ?"
FORGET = "DELETE FROM operations WHERE id IN (SELECT value FROM json_each(?))"


class SqliteOperations:
    def __init__(self, path: Path, writer: Lane, near: sqlite3.Connection) -> None:
        self._path = path
        self._writer = writer
        self._near = near

    async def add(self, operation: Operation, key: str | None) -> OperationId | None:
        return await self._writer.run(_add, (operation, key))

    async def standing(self, tenant: str, key: str) -> OperationId | None:
        return next(iter(self._ids(STANDING, (tenant, key))), None)

    async def get(self, operation_id: OperationId) -> Operation | None:
        return next(iter(self._read(GET, (str(operation_id),))), None)

    async def find(self, tenant: str, short: str) -> list[OperationId]:
        return self._ids(FIND, (tenant, short))

    async def swap(self, before: Operation, after: Operation) -> bool:
        return await self._writer.run(_swap, (before, after))

    async def which(self, which: Operations) -> list[Operation]:
        statuses = None if which.statuses is None else text_of(sorted(which.statuses))
        before = None if which.before is None else str(which.before)
        values = (which.tenant, which.principal, which.project, statuses, before, which.limit)
        return self._read(WHICH, values)

    async def unended(self, tenant: str) -> list[Operation]:
        return self._read(UNENDED, (tenant,))

    async def owed(self, tenant: str, agent_key: str, limit: int) -> list[Operation]:
        return self._read(OWED, (tenant, agent_key, limit))

    async def forget(self, operation_ids: Sequence[OperationId]) -> None:
        await self._writer.run(_forget, operation_ids)

    def _ids(self, statement: str, values: Values) -> list[OperationId]:
        return [OperationId(UUID(found)) for (found,) in self._fetched(statement, values)]

    def _read(self, statement: str, values: Values) -> list[Operation]:
        return [read_operation(OperationRow(*row)) for row in self._fetched(statement, values)]

    def _fetched(self, statement: str, values: Values) -> list[Values]:
        try:
            return self._near.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise translated(error, self._path) from error


def _add(
    db: sqlite3.Connection, items: Sequence[tuple[Operation, str | None]]
) -> list[OperationId | None]:
    return [_added(db, operation, key) for operation, key in items]


def _added(db: sqlite3.Connection, operation: Operation, key: str | None) -> OperationId | None:
    for (found,) in db.execute(STANDING, (operation.tenant, key)).fetchall():
        return OperationId(UUID(found))
    who = (str(operation.id), operation.tenant, operation.short_id, operation.principal)
    what = (operation.project.path, key, fixed_text(operation))
    db.execute(ADD, (*who, *what, *_moving(operation)))
    return None


def _swap(db: sqlite3.Connection, items: Sequence[tuple[Operation, Operation]]) -> list[bool]:
    return [
        db.execute(SWAP, (*_moving(after), str(before.id), before.revision)).rowcount > 0
        for before, after in items
    ]


def _forget(db: sqlite3.Connection, items: Sequence[Sequence[OperationId]]) -> list[None]:
    for operation_ids in items:
        db.execute(FORGET, (text_of([str(each) for each in operation_ids]),))
    return [None] * len(items)


def _moving(operation: Operation) -> Values:
    return (
        *(operation.status, int(operation.status.ended), owed_to(operation)),
        *(operation.revision, moving_text(operation)),
    )
