"""Which replicas of a hub live, in PostgreSQL and by its clock, and what those that are gone still hold."""

from datetime import timedelta
from typing import Final, NamedTuple

from askline.core.ids import AskId
from askline.stores.postgres.connections import Wires

KNOWS: Final = 1
"""What this version makes of asks that the one before would not keep: 1, they have routes. One more whenever
something is added to an ask that every replica must know before one of them makes use of it."""

BEAT = """
INSERT INTO replicas (name, version, knows) VALUES ($1, $2, $3)
ON CONFLICT (name) DO UPDATE SET seen_at = now(), heir_at = NULL
"""
# Whoever takes it on and dies over it is followed by another.
INHERIT = """
UPDATE replicas SET heir_at = now()
WHERE name IN (
    SELECT name FROM replicas
    WHERE seen_at < now() - $1::interval AND coalesce(heir_at < now() - $2::interval, true)
    FOR UPDATE SKIP LOCKED
)
RETURNING name
"""
# Who still works at it keeps it.
RENEW = "UPDATE replicas SET heir_at = now() WHERE name = $1 AND heir_at IS NOT NULL"
HELD = """
SELECT id, tenant, marks ->> 'holder' FROM asks WHERE held_at = $1 LIMIT $2
"""
BURY = "DELETE FROM replicas WHERE name = $1 AND heir_at IS NOT NULL"
ALIVE = """
SELECT name, version, now() - seen_at FROM replicas
WHERE seen_at >= now() - $1::interval ORDER BY name
"""
KNOWN_BY_ALL = """
SELECT coalesce(min(knows), 0) FROM replicas WHERE seen_at >= now() - $1::interval
"""


class Held(NamedTuple):
    ask_id: AskId
    tenant: str
    holder: str


class Sign(NamedTuple):
    """Of life."""

    name: str
    version: str
    ago: timedelta


class PostgresReplicas:
    def __init__(self, wires: Wires) -> None:
        self._wires = wires

    async def beat(self, name: str, version: str) -> None:
        """This one lives."""
        async with self._wires.use() as db:
            await db.execute(BEAT, name, version, KNOWS)

    async def inherit(self, gone: timedelta, lease: timedelta) -> list[str]:
        """Those without a sign of life for so long, each for one caller only for so long."""
        async with self._wires.use() as db:
            return [name for (name,) in await db.fetch(INHERIT, gone, lease)]

    async def held(self, name: str, limit: int) -> list[Held]:
        """Some of the pending asks that connections to this replica hold. Its heir stays so meanwhile."""
        async with self._wires.use() as db:
            await db.execute(RENEW, name)
            found = await db.fetch(HELD, name, limit)
        return [Held(AskId(ask_id), tenant, holder) for ask_id, tenant, holder in found]

    async def bury(self, name: str) -> None:
        """It holds nothing any more. One that came back meanwhile stays."""
        async with self._wires.use() as db:
            await db.execute(BURY, name)

    async def alive(self, within: timedelta) -> list[Sign]:
        async with self._wires.use() as db:
            return [Sign(*record) for record in await db.fetch(ALIVE, within)]

    async def abreast(self, within: timedelta) -> bool:
        """Whether none that lives knows less of asks than this one."""
        async with self._wires.use() as db:
            known: int = await db.fetchval(KNOWN_BY_ALL, within)
        return known >= KNOWS
