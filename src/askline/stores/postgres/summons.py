"""Who is still to be told, in PostgreSQL: put down with the moves of asks, taken by one of many replicas.

Puts nothing down itself: that is part of the statements that move asks, see `statements`.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime

from askline.asks.routes import Summons, Why
from askline.core.ids import AskId
from askline.stores.postgres.columns import columns
from askline.stores.postgres.connections import Wires

KEYS = (
    "unnest($1::uuid[], $2::text[], $3::int[], $4::text[]) AS n (ask_id, tenant, number, recipient)"
)
IS_IT = """s.ask_id = ANY (ARRAY[n.ask_id]) AND s.tenant = n.tenant AND s.number = n.number
    AND s.recipient = n.recipient"""

# Nobody waits for who takes: what another has in hand is passed over.
TAKE = """
WITH due AS (
    SELECT ask_id, number, recipient FROM summonses WHERE coalesce(taken_until, at) <= $1
    ORDER BY coalesce(taken_until, at) LIMIT $2 FOR UPDATE SKIP LOCKED
), taken AS (
    UPDATE summonses s SET taken_until = $3 FROM due n
    WHERE s.ask_id = ANY (ARRAY[n.ask_id]) AND s.number = n.number AND s.recipient = n.recipient
    RETURNING s.ask_id, s.tenant, s.number, s.recipient, s.why, s.at
)
SELECT * FROM taken ORDER BY at, ask_id, number, recipient
"""
DONE = f"DELETE FROM summonses s USING {KEYS} WHERE {IS_IT}"  # noqa: S608 - texts of ours
LATER = f"UPDATE summonses s SET at = $5, taken_until = NULL FROM {KEYS} WHERE {IS_IT}"  # noqa: S608 - texts of ours


class PostgresSummons:
    def __init__(self, wires: Wires) -> None:
        self._wires = wires

    async def take(self, now: datetime, limit: int, *, until: datetime) -> list[Summons]:
        async with self._wires.use() as db:
            found = await db.fetch(TAKE, now, limit, until)
        return [
            Summons(
                ask_id=AskId(ask_id),
                tenant=tenant,
                number=number,
                recipient=recipient,
                why=Why(why),
                at=at,
            )
            for ask_id, tenant, number, recipient, why, at in found
        ]

    async def done(self, summons: Sequence[Summons]) -> None:
        async with self._wires.use() as db:
            await db.execute(DONE, *columns(_keys(summons), 4))

    async def later(self, summons: Sequence[Summons], at: datetime) -> None:
        async with self._wires.use() as db:
            await db.execute(LATER, *columns(_keys(summons), 4), at)


def _keys(summons: Sequence[Summons]) -> Iterable[tuple[AskId, str, int, str]]:
    return ((each.ask_id, each.tenant, each.number, each.recipient) for each in summons)
