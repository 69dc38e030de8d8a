"""The limits of a hub's tenants in PostgreSQL, and how much each holds.

Every count is of one tenant, by an index, and ends where nobody wants to know more.
"""

from dataclasses import astuple
from datetime import datetime

from askline.people.acts import Deed
from askline.people.limits import NAMES, TenantLimits
from askline.stores.postgres.acts import keep_deeds
from askline.stores.postgres.connections import Wires
from askline.stores.postgres.partitions import least_id

LIMITS = ", ".join(NAMES)
OWN = f"SELECT {LIMITS} FROM tenant_limits WHERE tenant = $1"  # noqa: S608 - names of ours
KEEP = f"""
INSERT INTO tenant_limits (tenant, {LIMITS}) VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (tenant) DO UPDATE SET {", ".join(f"{name} = excluded.{name}" for name in NAMES)}
"""  # noqa: S608 - names of ours
TENANTS = """
SELECT t.tenant, l.retention_days FROM tenants t LEFT JOIN tenant_limits l USING (tenant)
WHERE t.tenant > $1 ORDER BY t.tenant LIMIT $2
"""
PENDING = """
SELECT count(*) FROM (
    SELECT FROM asks WHERE tenant = $1 AND state = 'pending' LIMIT $2
) AS found
"""
ASKED = "SELECT count(*) FROM (SELECT FROM asks WHERE tenant = $1 AND id >= $2 LIMIT $3) AS found"
PEOPLE = "SELECT count(*) FROM people WHERE tenant = $1 AND left_at IS NULL"
TOKENS = """
SELECT count(*) FROM tokens WHERE tenant = $1 AND revoked_at IS NULL AND expires_at > $2
"""
# The length of what is stored apart is known without reading it.
BYTES = """
SELECT coalesce(sum(octet_length(content)), 0)::bigint FROM attachments WHERE tenant = $1
"""


class PostgresLimits:
    def __init__(self, wires: Wires) -> None:
        self._wires = wires

    async def own(self, tenant: str) -> TenantLimits:
        async with self._wires.use() as db:
            found = await db.fetchrow(OWN, tenant)
        return TenantLimits(**dict(found)) if found else TenantLimits()

    async def keep(self, own: TenantLimits, deed: Deed) -> None:
        async with self._wires.use() as db, db.transaction():
            await db.execute(KEEP, deed.tenant, *astuple(own))
            await keep_deeds(db, deed.tenant, [deed])

    async def tenants(self, *, after: str, limit: int) -> list[tuple[str, int | None]]:
        async with self._wires.use() as db:
            return [(name, days) for name, days in await db.fetch(TENANTS, after, limit)]


class PostgresHoldings:
    def __init__(self, wires: Wires) -> None:
        self._wires = wires

    async def pending(self, tenant: str, most: int) -> int:
        return await self._count(PENDING, tenant, most)

    async def asked_since(self, tenant: str, since: datetime, most: int) -> int:
        return await self._count(ASKED, tenant, least_id(since), most)

    async def people(self, tenant: str) -> int:
        return await self._count(PEOPLE, tenant)

    async def tokens(self, tenant: str, now: datetime) -> int:
        return await self._count(TOKENS, tenant, now)

    async def attachment_bytes(self, tenant: str) -> int:
        return await self._count(BYTES, tenant)

    async def _count(self, statement: str, *values: object) -> int:
        async with self._wires.use() as db:
            return await db.fetchval(statement, *values)
