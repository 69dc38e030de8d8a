"""Who is at a door, read for many callers in one statement: keys by their hashes, people by their ids.

Every request of a hub begins with these, and every stream repeats them while it is open. They go over
all tenants at once, so each is asked for by what names it whole; lists are read elsewhere, in the role
that sees one tenant only.
"""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import anyio
import asyncpg

from askline.core.people import Right
from askline.people.model import Membership, Person, PersonId, Role, Session, Token
from askline.people.ports import Standing
from askline.stores.batching import Batcher
from askline.stores.postgres.connections import Wires

AT_ONCE = 1_000

KEY = (
    "id, tenant, sha256, shown, name, principal, scopes, made_by, made_at, expires_at, project,"
    " used_at, revoked_at, successor"
)
SESSION = "sha256, tenant, person, made_at, expires_at"
PERSON = "id, tenant, login, name, joined_at, left_at"
TOKENS = f"SELECT {KEY} FROM tokens WHERE sha256 = ANY ($1::text[])"
SESSIONS = f"SELECT {SESSION} FROM sessions WHERE sha256 = ANY ($1::text[])"
STANDING = """
SELECT p.id, p.tenant, p.login, p.name, p.joined_at, p.left_at, m.role, m.team
FROM unnest($1::text[], $2::uuid[]) AS w (tenant, id)
JOIN people p ON p.tenant = ANY (ARRAY[w.tenant]) AND p.id = ANY (ARRAY[w.id])
LEFT JOIN memberships m ON m.tenant = ANY (ARRAY[p.tenant]) AND m.person = ANY (ARRAY[p.id])
"""
Named = TypeVar("Named")


class Lookups:
    """`wires` are its own: a write that waits for a rival keeps nobody from coming in."""

    def __init__(self, wires: Wires, workers: int) -> None:
        self._wires = wires

        def of(flush: Callable[[list[Any]], Awaitable[list[Any]]]) -> Batcher[Any, Any]:
            return Batcher(flush, workers=workers, most=AT_ONCE)

        self.tokens: Batcher[str, Token | None] = of(self._tokens)
        self.sessions: Batcher[str, Session | None] = of(self._sessions)
        self._people: Batcher[tuple[str, PersonId], Standing | None] = of(self._standing)

    async def run(self) -> None:
        """Look up what is wanted, for as long as this is not cancelled."""
        async with anyio.create_task_group() as tasks:
            for each in (self.tokens, self.sessions, self._people):
                tasks.start_soon(each.run)

    async def standing(self, tenant: str, person: PersonId) -> Standing | None:
        return await self._people.put((tenant, person))

    async def _tokens(self, hashes: list[str]) -> list[Token | None]:
        found = {each["sha256"]: token_from(each) for each in await self._rows(TOKENS, hashes)}
        return [found.get(each) for each in hashes]

    async def _sessions(self, hashes: list[str]) -> list[Session | None]:
        rows = await self._rows(SESSIONS, hashes)
        found = {each["sha256"]: Session(**dict(each)) for each in rows}
        return [found.get(each) for each in hashes]

    async def _standing(self, wanted: list[tuple[str, PersonId]]) -> list[Standing | None]:
        found: dict[tuple[str, PersonId], tuple[Person, list[Membership]]] = {}
        for *of, role, team in await self._rows(STANDING, *_once(wanted)):
            person = person_from(of)
            _, held = found.setdefault((person.tenant, person.id), (person, []))
            if role is not None:
                held.append(membership_from((person.tenant, person.id, role, team)))
        stand = {
            name: Standing(person=person, memberships=tuple(held))
            for name, (person, held) in found.items()
        }
        return [stand.get(each) for each in wanted]

    async def _rows(self, statement: str, *values: list[Any]) -> list[asyncpg.Record]:
        async with self._wires.use() as db:
            return await db.fetch(statement, *values)


def _once(wanted: list[tuple[str, Named]]) -> tuple[list[str], list[Named]]:
    """As two columns, each pair once."""
    pairs = list(dict.fromkeys(wanted))
    return [tenant for tenant, _ in pairs], [named for _, named in pairs]


def token_from(record: asyncpg.Record) -> Token:
    said: dict[str, Any] = dict(record)
    said["scopes"] = frozenset(Right(each) for each in said["scopes"])
    return Token(**said)


def person_from(record: Any) -> Person:
    person_id, tenant, login, name, joined_at, left_at = record
    return Person(
        id=PersonId(person_id),
        tenant=tenant,
        login=login,
        name=name,
        joined_at=joined_at,
        left_at=left_at,
    )


def membership_from(record: Any) -> Membership:
    tenant, person, role, team = record
    return Membership(tenant=tenant, person=PersonId(person), role=Role(role), team=team)
