"""The acts of a hub's tenants in PostgreSQL: the end of a chain is locked, then added to."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import asyncpg

from askline.people.acts import Act, Deed, Head, act, head_of
from askline.stores.postgres.connections import Wires
from askline.stores.postgres.statements import FOR_TENANT

if TYPE_CHECKING:
    from askline.stores.postgres.connections import Connection

ACT = "tenant, number, kind, actor_id, actor_name, subject, detail, at, hash"
# Makes it where there is none, and locks it either way.
END = """
INSERT INTO act_heads AS h (tenant, number, hash) VALUES ($1, 0, '')
ON CONFLICT (tenant) DO UPDATE SET tenant = h.tenant RETURNING number, hash
"""
KEEP = f"INSERT INTO acts ({ACT}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"  # noqa: S608 - names of ours
MOVE = "UPDATE act_heads SET number = $2, hash = $3 WHERE tenant = $1"
AFTER = f"SELECT {ACT} FROM acts WHERE tenant = $1 AND number > $2 ORDER BY number LIMIT $3"  # noqa: S608 - names of ours
NEWEST = f"""
SELECT {ACT} FROM acts WHERE tenant = $1 AND number < $2 ORDER BY number DESC LIMIT $3
"""  # noqa: S608 - names of ours
HEAD = "SELECT number, hash FROM act_heads WHERE tenant = $1"
ALL = 2**63 - 1


class PostgresActs:
    """`wires` writes; `guests` are connections in the reading role."""

    def __init__(self, wires: Wires, guests: Wires) -> None:
        self._wires = wires
        self._guests = guests

    async def note(self, deed: Deed) -> None:
        async with self._wires.use() as db, db.transaction():
            await keep_deeds(db, deed.tenant, [deed])

    async def acts(self, tenant: str, *, after: int, limit: int) -> list[Act]:
        return [_act(each) for each in await self._list(AFTER, tenant, after, limit)]

    async def newest(self, tenant: str, *, limit: int, before: int | None = None) -> list[Act]:
        upto = ALL if before is None else before
        return [_act(each) for each in await self._list(NEWEST, tenant, upto, limit)]

    async def head(self, tenant: str) -> Head:
        found = await self._list(HEAD, tenant)
        return _head(found[0]) if found else Head()

    async def _list(self, statement: str, tenant: str, *values: int) -> list[asyncpg.Record]:
        async with self._guests.use() as db, db.transaction(readonly=True):
            await db.execute(FOR_TENANT, tenant)
            return await db.fetch(statement, tenant, *values)


async def keep_deeds(db: "Connection", tenant: str, deeds: Sequence[Deed]) -> None:
    """Within the transaction of what was done. Whoever locks a tenant's own row does it before this."""
    found = await db.fetchrow(END, tenant)
    head = _head(found) if found else Head()
    for deed in deeds:
        made = act(deed, head)
        await db.execute(KEEP, *_row(made))
        head = head_of(made)
    await db.execute(MOVE, tenant, head.number, bytes.fromhex(head.hash))


def _head(record: asyncpg.Record) -> Head:
    return Head(number=record["number"], hash=record["hash"].hex())


def _row(each: Act) -> tuple[Any, ...]:
    who = (each.tenant, each.number, each.kind, each.actor_id, each.actor_name)
    return *who, each.subject, each.detail, each.at, bytes.fromhex(each.hash)


def _act(record: asyncpg.Record) -> Act:
    said: dict[str, Any] = dict(record)
    said["hash"] = said["hash"].hex()
    return Act(**said)
