"""The people of a hub in PostgreSQL, shared by all of its replicas.

Read in the role that sees one tenant only; every write's condition says the tenant. Writing goes against
the tenant's revision, whose row is locked first: changes of one tenant are made one after the other.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

import asyncpg

from askline.people.acts import Deed
from askline.people.model import (
    Access,
    Credential,
    Membership,
    Person,
    PersonId,
    Role,
    Team,
    Tenant,
)
from askline.people.ports import Change, Roster, Standing
from askline.stores.postgres.acts import keep_deeds
from askline.stores.postgres.connections import Wires
from askline.stores.postgres.keys import KEEP_CREDENTIAL, credential_row, keep_keys
from askline.stores.postgres.lookups import PERSON, Lookups, membership_from, person_from
from askline.stores.postgres.routes import keep_routes
from askline.stores.postgres.statements import FOR_TENANT

if TYPE_CHECKING:
    from askline.stores.postgres.connections import Connection

FOUND = """
INSERT INTO tenants (tenant, name, made_at) VALUES ($1, $2, $3)
ON CONFLICT DO NOTHING RETURNING true
"""
JOIN = """
INSERT INTO people (tenant, id, login, name, joined_at, left_at) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (tenant, login) WHERE left_at IS NULL DO NOTHING RETURNING true
"""
GIVE = """
INSERT INTO memberships (tenant, person, role, team) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING
"""
TAKE = """
DELETE FROM memberships
WHERE tenant = $1 AND person = $2 AND role = $3 AND coalesce(team, '') = coalesce($4, '')
"""
LEAVE = "UPDATE people SET left_at = $3 WHERE tenant = $1 AND id = $2"
TAKE_ALL = "DELETE FROM memberships WHERE tenant = $1 AND person = $2"
MAKE_TEAM = "INSERT INTO teams (tenant, name, made_at) VALUES ($1, $2, $3)"
NEXT = """
UPDATE tenants SET revision = revision + 1 WHERE tenant = $1 AND revision = $2 RETURNING true
"""
REVISION = "SELECT revision FROM tenants WHERE tenant = $1"
THESE = f"SELECT {PERSON} FROM people WHERE tenant = $1 AND id = ANY ($2::uuid[])"
HELD = """
SELECT tenant, person, role, team FROM memberships WHERE tenant = $1 AND person = ANY ($2::uuid[])
"""
ADMINS = "SELECT person FROM memberships WHERE tenant = $1 AND role = $2"
BY_LOGIN = f"SELECT {PERSON} FROM people WHERE tenant = $1 AND login = $2 AND left_at IS NULL"
PEOPLE = f"SELECT {PERSON} FROM people WHERE tenant = $1 ORDER BY id"
TEAMS = 'SELECT tenant, name, made_at FROM teams WHERE tenant = $1 ORDER BY name COLLATE "C"'
OPEN = (
    "INSERT INTO project_access (tenant, project, team) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
)
CLOSE = """
DELETE FROM project_access WHERE tenant = $1 AND project = $2 AND team = $3 RETURNING true
"""

PROJECTS = """
SELECT project, team FROM project_access
WHERE tenant = $1 ORDER BY project COLLATE "C", team COLLATE "C"
"""


class _Stale(Exception):
    """Somebody was faster: all that was written so far is undone."""


class PostgresPeople:
    """`wires` writes; `guests` are connections in the reading role."""

    def __init__(self, wires: Wires, guests: Wires, lookups: Lookups) -> None:
        self._wires = wires
        self._guests = guests
        self._lookups = lookups

    async def found(
        self,
        tenant: Tenant,
        first: Person,
        given: Sequence[Membership],
        credential: Credential,
        deed: Deed,
    ) -> bool:
        async with self._wires.use() as db, db.transaction():
            if not await db.fetchval(FOUND, tenant.id, tenant.name, tenant.made_at):
                return False
            await db.execute(JOIN, *_person_row(first))
            await db.executemany(GIVE, [_membership_row(each) for each in given])
            await db.execute(KEEP_CREDENTIAL, *credential_row(credential))
            await keep_deeds(db, tenant.id, [deed])
        return True

    async def roster(self, tenant: str, people: Sequence[PersonId]) -> Roster | None:
        async with self._guests.use() as db, db.transaction():
            await db.execute(FOR_TENANT, tenant)
            # First: what changes after this makes a change that rests on it stale.
            revision = await db.fetchval(REVISION, tenant)
            if revision is None:
                return None
            these = [person_from(each) for each in await db.fetch(THESE, tenant, people)]
            held = await db.fetch(HELD, tenant, people)
            admins = await db.fetch(ADMINS, tenant, Role.ADMIN)
            teams = await db.fetch(TEAMS, tenant)
        return Roster(
            revision=revision,
            people={each.id: each for each in these},
            memberships=tuple(membership_from(each) for each in held),
            admins=frozenset(PersonId(each["person"]) for each in admins),
            teams=frozenset(each["name"] for each in teams),
        )

    async def standing(self, tenant: str, person: PersonId) -> Standing | None:
        return await self._lookups.standing(tenant, person)

    async def change(self, change: Change) -> bool:
        async with self._wires.use() as db:
            try:
                async with db.transaction():
                    await _write(db, change)
            except _Stale:
                return False
        return True

    async def by_login(self, tenant: str, login: str) -> Person | None:
        found = await self._list(BY_LOGIN, tenant, login)
        return person_from(found[0]) if found else None

    async def people(self, tenant: str) -> list[Person]:
        return [person_from(each) for each in await self._list(PEOPLE, tenant)]

    async def teams(self, tenant: str) -> list[Team]:
        found = await self._list(TEAMS, tenant)
        return [Team(tenant=of, name=name, made_at=made_at) for of, name, made_at in found]

    async def open_project(self, access: Access) -> None:
        async with self._wires.use() as db:
            await db.execute(OPEN, access.tenant, access.project, access.team)

    async def close_project(self, access: Access) -> bool:
        async with self._wires.use() as db:
            return bool(await db.fetchval(CLOSE, access.tenant, access.project, access.team))

    async def projects(self, tenant: str) -> list[Access]:
        found = await self._list(PROJECTS, tenant)
        return [Access(tenant=tenant, project=project, team=team) for project, team in found]

    async def _list(self, statement: str, tenant: str, *values: str) -> list[asyncpg.Record]:
        async with self._guests.use() as db, db.transaction():
            await db.execute(FOR_TENANT, tenant)
            return await db.fetch(statement, tenant, *values)


async def _write(db: "Connection", change: Change) -> None:
    tenant = change.tenant
    if not await db.fetchval(NEXT, tenant, change.revision):
        raise _Stale
    if change.joined is not None and not await db.fetchval(JOIN, *_person_row(change.joined)):
        raise _Stale
    if change.team is not None:
        await db.execute(MAKE_TEAM, tenant, change.team.name, change.team.made_at)
    await db.executemany(GIVE, [_membership_row(each) for each in change.given])
    await db.executemany(TAKE, [_membership_row(each) for each in change.taken])
    if change.left is not None:
        await _leave(db, tenant, *change.left)
    if not await keep_routes(db, change) or not await keep_keys(db, change):
        raise _Stale
    await keep_deeds(db, tenant, change.deeds)


async def _leave(db: "Connection", tenant: str, person: PersonId, at: datetime) -> None:
    await db.execute(LEAVE, tenant, person, at)
    await db.execute(TAKE_ALL, tenant, person)


def _person_row(each: Person) -> tuple[Any, ...]:
    return each.tenant, each.id, each.login, each.name, each.joined_at, each.left_at


def _membership_row(each: Membership) -> tuple[Any, ...]:
    return each.tenant, each.person, each.role, each.team
