"""Whom a hub's asks go to, in PostgreSQL: rules, and who is away.

What every ask needs is looked up in `ways`. Lists are read in the role that sees one tenant only; every
write's condition says the tenant. Rules are written with what else changes among people, see `people`.
"""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

import asyncpg

from askline.people.absences import Absence
from askline.people.addressing import person_in
from askline.people.finding import Reached
from askline.people.model import PersonId
from askline.people.ports import Change, Ways
from askline.people.roles import TEAM
from askline.people.routing_rules import RoutingRule
from askline.stores.postgres.connections import Wires
from askline.stores.postgres.statements import FOR_TENANT
from askline.stores.postgres.ways import WayLookups, absence_from
from askline.stores.routing_rows import rule_from, rule_row

if TYPE_CHECKING:
    from askline.stores.postgres.connections import Connection

RULES = """
SELECT to_jsonb(r)::text AS rule FROM routing_rules r WHERE tenant = $1 ORDER BY name COLLATE "C"
"""
STRAYING = """
SELECT DISTINCT r.tenant, r.name, p.login FROM routing_rules r
CROSS JOIN jsonb_path_query(r.body, '$.steps[*][0][*]') AS named (address)
JOIN people p ON p.tenant = r.tenant AND p.id::text = named.address #>> '{}'
WHERE p.left_at IS NOT NULL ORDER BY r.tenant, r.name, p.login
"""
KEEP_RULE = """
INSERT INTO routing_rules (tenant, name, project, kind, body) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (tenant, name) DO UPDATE
SET project = EXCLUDED.project, kind = EXCLUDED.kind, body = EXCLUDED.body
"""
END_RULE = "DELETE FROM routing_rules WHERE tenant = $1 AND name = $2 RETURNING true"
ABSENCE = """
SELECT person, words, since, until, deputy, deputy_team FROM absences
WHERE tenant = $1 AND person = $2
"""
KEEP_ABSENCE = """
INSERT INTO absences (tenant, person, words, since, until, deputy, deputy_team)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (tenant, person) DO UPDATE
SET words = EXCLUDED.words, since = EXCLUDED.since, until = EXCLUDED.until,
    deputy = EXCLUDED.deputy, deputy_team = EXCLUDED.deputy_team
"""
END_ABSENCE = "DELETE FROM absences WHERE tenant = $1 AND person = $2 RETURNING true"
FORGET = "DELETE FROM absences WHERE until < $1"


class PostgresRoutes:
    """`wires` writes; `guests` are connections in the reading role."""

    def __init__(self, wires: Wires, guests: Wires, lookups: WayLookups) -> None:
        self._wires = wires
        self._guests = guests
        self._lookups = lookups

    async def ways(self, tenant: str, project: str) -> Ways:
        return await self._lookups.ways.put((tenant, project))

    async def reached(self, tenant: str, addresses: Sequence[str]) -> Sequence[Reached]:
        return await self._lookups.reached.put((tenant, tuple(addresses)))

    async def rules(self, tenant: str) -> list[RoutingRule]:
        found = await self._list(RULES, tenant)
        return [rule_from(tenant, json.loads(each["rule"])) for each in found]

    async def absence(self, tenant: str, person: PersonId) -> Absence | None:
        found = await self._list(ABSENCE, tenant, person)
        return absence_from(tenant, *found[0]) if found else None

    async def keep_absence(self, absence: Absence) -> None:
        await self._write(KEEP_ABSENCE, *_absence_row(absence))

    async def end_absence(self, tenant: str, person: PersonId) -> bool:
        return bool(await self._write(END_ABSENCE, tenant, person))

    async def forget(self, before: datetime) -> None:
        await self._write(FORGET, before)

    async def _list(self, statement: str, tenant: str, *values: Any) -> list[asyncpg.Record]:
        async with self._guests.use() as db, db.transaction():
            await db.execute(FOR_TENANT, tenant)
            return await db.fetch(statement, tenant, *values)

    async def _write(self, statement: str, *values: Any) -> Any:
        async with self._wires.use() as db:
            return await db.fetchval(statement, *values)


async def straying(wires: Wires) -> list[tuple[str, str, str]]:
    """Tenant, rule and login of everybody whom a rule names and who left."""
    async with wires.use() as db:
        return [(tenant, name, login) for tenant, name, login in await db.fetch(STRAYING)]


async def keep_routes(db: "Connection", change: Change) -> bool:
    """The rules' part of a change; false where another rule is for the same, or what it ends is gone."""
    if change.unrouted and not await db.fetchval(END_RULE, change.tenant, change.unrouted):
        return False
    if change.left is not None:
        await db.execute(END_ABSENCE, change.tenant, change.left[0])
    if change.routed is not None:
        try:
            async with db.transaction():
                await db.execute(KEEP_RULE, *rule_row(change.routed))
        except asyncpg.UniqueViolationError:
            return False
    return True


def _absence_row(each: Absence) -> tuple[Any, ...]:
    deputy = each.deputy or ""
    team = deputy.removeprefix(TEAM) if deputy.startswith(TEAM) else None
    away = each.away
    who = each.tenant, each.person, away.words, away.since, away.until
    return *who, person_in(deputy), team
