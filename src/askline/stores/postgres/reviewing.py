"""The trails of a tenant in PostgreSQL, read in steps by the order of their asks' ids, which is time.

Read in the role that sees one tenant only, each step in one snapshot.
"""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING
from uuid import UUID

from askline.asks.model import Ask
from askline.asks.reviewing import Stretch
from askline.asks.trail import Event, Pruned
from askline.core.ids import AskId
from askline.stores.postgres.columns import ask_from, event_from
from askline.stores.postgres.connections import Wires
from askline.stores.postgres.partitions import least_id
from askline.stores.postgres.statements import ASK, EVENT, FOR_TENANT

if TYPE_CHECKING:
    from askline.stores.postgres.connections import Connection

FROM = "WHERE tenant = $1 AND id > $2 AND id < $3 ORDER BY id LIMIT $4"
ASKS = f"SELECT {ASK} FROM asks {FROM}"  # noqa: S608 - texts of ours
IDS = f"SELECT id FROM asks {FROM}"  # noqa: S608 - texts of ours
EVENTS = f"""
SELECT {EVENT} FROM ask_events WHERE ask_id = ANY ($1::uuid[]) AND tenant = $2
ORDER BY ask_id, number
"""  # noqa: S608 - texts of ours
PRUNED = """
SELECT ask_id, events, head, at FROM history_pruned
WHERE tenant = $1 AND ask_id > $2 AND ask_id < $3 ORDER BY ask_id LIMIT $4
"""
LAST = UUID(int=2**128 - 1)


class PostgresTrails:
    """`guests` are connections in the reading role."""

    def __init__(self, guests: Wires) -> None:
        self._guests = guests

    async def reviewed(self, which: Stretch) -> list[tuple[Ask, list[Event]]]:
        async with self._as_it_stood(which.tenant) as db:
            asks = [ask_from(each) for each in await db.fetch(ASKS, *_bounds(which))]
            events = await _events(db, which.tenant, [ask.id for ask in asks])
        trails: dict[AskId, list[Event]] = {ask.id: [] for ask in asks}
        for each in events:
            trails[each.ask_id].append(each)
        return [(ask, trails[ask.id]) for ask in asks]

    async def events(self, which: Stretch) -> tuple[list[AskId], list[Event]]:
        async with self._as_it_stood(which.tenant) as db:
            ids = [AskId(each) for (each,) in await db.fetch(IDS, *_bounds(which))]
            return ids, await _events(db, which.tenant, ids)

    async def pruned(self, which: Stretch) -> list[Pruned]:
        async with self._as_it_stood(which.tenant) as db:
            found = await db.fetch(PRUNED, *_bounds(which))
        return [
            Pruned(ask_id=AskId(ask_id), events=events, head=head.hex(), at=at)
            for ask_id, events, head, at in found
        ]

    @asynccontextmanager
    async def _as_it_stood(self, tenant: str) -> AsyncGenerator["Connection"]:
        async with (
            self._guests.use() as db,
            db.transaction(isolation="repeatable_read", readonly=True),
        ):
            await db.execute(FOR_TENANT, tenant)
            yield db


async def _events(db: "Connection", tenant: str, ids: list[AskId]) -> list[Event]:
    return [event_from(each) for each in await db.fetch(EVENTS, ids, tenant)]


def _bounds(which: Stretch) -> tuple[str, UUID, UUID, int]:
    begin = least_id(which.since) if which.since else UUID(int=0)
    end = least_id(which.until) if which.until else LAST
    # The least id of a moment is nobody's, so "after it" leaves nothing out.
    return which.tenant, max(begin, which.after or begin), end, which.limit
