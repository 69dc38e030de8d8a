"""Whom each ask of a hub goes to, looked up for many of them in one statement, see `lookups`.

Over all tenants at once, by what names it whole: a tenant and a project, or a tenant and addresses.
"""

import json
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import asyncpg

from askline.asks.away import Away
from askline.people.absences import Absence
from askline.people.addressing import person_in
from askline.people.finding import Reached
from askline.people.model import Membership, Person, PersonId
from askline.people.ports import Ways
from askline.people.roles import TEAM, team_address
from askline.stores.batching import Batcher
from askline.stores.postgres.connections import Wires
from askline.stores.postgres.lookups import AT_ONCE, membership_from, person_from
from askline.stores.routing_rows import rule_from

WAYS = """
SELECT w.tenant, w.project,
    ARRAY(
        SELECT a.team FROM project_access a
        WHERE a.tenant = w.tenant AND a.project = w.project ORDER BY a.team COLLATE "C"
    ),
    ARRAY(
        SELECT to_jsonb(r)::text FROM routing_rules r
        WHERE r.tenant = w.tenant AND (r.project IS NULL OR r.project = w.project)
        ORDER BY r.name COLLATE "C"
    ),
    EXISTS (SELECT FROM absences b WHERE b.tenant = w.tenant)
FROM unnest($1::text[], $2::text[]) AS w (tenant, project)
"""
REACHED = """
WITH asked AS (
    SELECT w.tenant, w.person FROM unnest($1::text[], $2::uuid[]) AS w (tenant, person)
    UNION
    SELECT m.tenant, m.person FROM unnest($3::text[], $4::text[]) AS w (tenant, team)
    JOIN memberships m ON m.tenant = ANY (ARRAY[w.tenant]) AND m.team = ANY (ARRAY[w.team])
), away AS (
    SELECT b.tenant, b.deputy, b.deputy_team FROM asked a
    JOIN absences b ON b.tenant = ANY (ARRAY[a.tenant]) AND b.person = ANY (ARRAY[a.person])
), near AS (
    SELECT tenant, person FROM asked
    UNION
    SELECT tenant, deputy FROM away
    UNION
    SELECT m.tenant, m.person FROM away b
    JOIN memberships m ON m.tenant = ANY (ARRAY[b.tenant]) AND m.team = ANY (ARRAY[b.deputy_team])
)
SELECT p.id, p.tenant, p.login, p.name, p.joined_at, p.left_at, m.role, m.team,
    b.person, b.words, b.since, b.until, b.deputy, b.deputy_team
FROM near n
JOIN people p ON p.tenant = ANY (ARRAY[n.tenant]) AND p.id = ANY (ARRAY[n.person])
LEFT JOIN memberships m ON m.tenant = ANY (ARRAY[p.tenant]) AND m.person = ANY (ARRAY[p.id])
LEFT JOIN absences b ON b.tenant = ANY (ARRAY[p.tenant]) AND b.person = ANY (ARRAY[p.id])
ORDER BY p.id
"""
Near = tuple[str, tuple[str, ...]]
"""A tenant, and addresses in it."""


class WayLookups:
    """`wires` are those of the doors."""

    def __init__(self, wires: Wires, workers: int) -> None:
        self._wires = wires

        def of(flush: Callable[[list[Any]], Awaitable[list[Any]]]) -> Batcher[Any, Any]:
            return Batcher(flush, workers=workers, most=AT_ONCE)

        self.ways: Batcher[tuple[str, str], Ways] = of(self._ways)
        self.reached: Batcher[Near, list[Reached]] = of(self._reached)

    async def run(self) -> None:
        """Look up what is wanted, for as long as this is not cancelled."""
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self.ways.run)
            tasks.start_soon(self.reached.run)

    async def _ways(self, wanted: list[tuple[str, str]]) -> list[Ways]:
        pairs = list(dict.fromkeys(wanted))
        tenants, projects = [tenant for tenant, _ in pairs], [project for _, project in pairs]
        found: dict[tuple[str, str], Ways] = {}
        for tenant, project, teams, rules, away in await self._rows(WAYS, tenants, projects):
            found[tenant, project] = Ways(
                teams=tuple(teams),
                rules=tuple(rule_from(tenant, json.loads(each)) for each in rules),
                anybody_away=away,
            )
        return [found[each] for each in wanted]

    async def _reached(self, wanted: list[Near]) -> list[list[Reached]]:
        pairs = dict.fromkeys((tenant, each) for tenant, of in wanted for each in of)
        people = [(tenant, found) for tenant, each in pairs if (found := person_in(each))]
        teams = [(tenant, each[len(TEAM) :]) for tenant, each in pairs if each.startswith(TEAM)]
        rows = await self._rows(
            REACHED,
            [tenant for tenant, _ in people],
            [person for _, person in people],
            [tenant for tenant, _ in teams],
            [team for _, team in teams],
        )
        near = _near(rows)
        return [near.get(tenant, []) for tenant, _ in wanted]

    async def _rows(self, statement: str, *values: list[Any]) -> list[asyncpg.Record]:
        async with self._wires.use() as db:
            return await db.fetch(statement, *values)


def _near(rows: list[asyncpg.Record]) -> dict[str, list[Reached]]:
    """By tenant; a row for each role of each."""
    people: dict[tuple[str, PersonId], tuple[Person, list[Membership], Absence | None]] = {}
    for row in rows:
        person, (role, team, *away) = person_from(row[:6]), row[6:]
        absence = absence_from(person.tenant, *away) if away[0] is not None else None
        _, held, _ = people.setdefault((person.tenant, person.id), (person, [], absence))
        if role is not None:
            held.append(membership_from((person.tenant, person.id, role, team)))
    near: dict[str, list[Reached]] = {}
    for person, held, absence in people.values():
        one = Reached(person=person, memberships=tuple(held), absence=absence)
        near.setdefault(person.tenant, []).append(one)
    return near


def absence_from(tenant: str, *row: Any) -> Absence:
    person, words, since, until, deputy, team = row
    return Absence(
        tenant=tenant,
        person=PersonId(person),
        away=Away(words=words, since=since, until=until),
        deputy=str(deputy) if deputy else (team and team_address(team)),
    )
