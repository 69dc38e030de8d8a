"""Keys to a hub's doors in PostgreSQL: tokens, invitations, credentials, sessions, by their hashes."""

import json
from datetime import datetime
from typing import TYPE_CHECKING, Any

import asyncpg

from askline.people.model import (
    Credential,
    CredentialKind,
    Grant,
    Invitation,
    PersonId,
    Role,
    Session,
    Token,
    TokenId,
)
from askline.people.ports import Change
from askline.stores.postgres.connections import Wires
from askline.stores.postgres.lookups import KEY, SESSION, Lookups, token_from
from askline.stores.postgres.proofs import keep_proofs

if TYPE_CHECKING:
    from askline.stores.postgres.connections import Connection

KEEP_TOKEN = f"""
INSERT INTO tokens ({KEY}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
"""
TOKENS = f"SELECT {KEY} FROM tokens WHERE tenant = $1 ORDER BY id DESC"
REVOKE = """
UPDATE tokens SET revoked_at = $3
WHERE id = $1 AND tenant = $2 AND revoked_at IS NULL RETURNING true
"""
SUCCEED = """
UPDATE tokens SET successor = $3, expires_at = $4
WHERE id = $1 AND tenant = $2 AND revoked_at IS NULL AND successor IS NULL RETURNING true
"""
USED = "UPDATE tokens SET used_at = $3 WHERE id = $1 AND tenant = $2"
INVITATION = "sha256, tenant, login, grants, made_by, expires_at"
INVITE = f"INSERT INTO invitations ({INVITATION}) VALUES ($1, $2, $3, $4, $5, $6)"
LOOK = f"SELECT {INVITATION} FROM invitations WHERE sha256 = $1"
LOOK_FOR = f"""
SELECT {INVITATION} FROM invitations WHERE tenant = $1 AND login = $2
ORDER BY expires_at DESC LIMIT 1
"""
USE = "DELETE FROM invitations WHERE sha256 = $1 AND tenant = $2 RETURNING true"
CREDENTIAL = "tenant, person, kind, secret, made_at"
KEEP_CREDENTIAL = f"""
INSERT INTO credentials ({CREDENTIAL}) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (tenant, person, kind) DO UPDATE SET secret = excluded.secret, made_at = excluded.made_at
"""
CREDENTIALS = f"""
SELECT {CREDENTIAL} FROM credentials WHERE tenant = $1 AND person = $2 ORDER BY kind
"""
KEEP_SESSION = f"INSERT INTO sessions ({SESSION}) VALUES ($1, $2, $3, $4, $5)"
END = "DELETE FROM sessions WHERE sha256 = $1 RETURNING true"
END_ALL = "DELETE FROM sessions WHERE tenant = $1 AND person = $2"
FORGET = (
    "DELETE FROM sessions WHERE expires_at < $1",
    "DELETE FROM invitations WHERE expires_at < $1",
)


class PostgresKeys:
    def __init__(self, wires: Wires, lookups: Lookups) -> None:
        self._wires = wires
        self._lookups = lookups

    async def token(self, sha256: str) -> Token | None:
        return await self._lookups.tokens.put(sha256)

    async def tokens(self, tenant: str) -> list[Token]:
        async with self._wires.use() as db:
            return [token_from(each) for each in await db.fetch(TOKENS, tenant)]

    async def revoke_token(self, tenant: str, token_id: TokenId, at: datetime) -> bool:
        return await self._row(REVOKE, token_id, tenant, at) is not None

    async def rotate_token(self, old: Token, new: Token) -> bool:
        async with self._wires.use() as db, db.transaction():
            ended = (old.id, old.tenant, old.successor, old.expires_at)
            if not await db.fetchval(SUCCEED, *ended):
                return False
            await db.execute(KEEP_TOKEN, *_token_row(new))
        return True

    async def used_token(self, tenant: str, token_id: TokenId, at: datetime) -> None:
        await self._row(USED, token_id, tenant, at)

    async def invitation(self, sha256: str) -> Invitation | None:
        found = await self._row(LOOK, sha256)
        return None if found is None else _invitation(found)

    async def invitation_for(self, tenant: str, login: str) -> Invitation | None:
        found = await self._row(LOOK_FOR, tenant, login)
        return None if found is None else _invitation(found)

    async def credentials(self, tenant: str, person: PersonId) -> list[Credential]:
        async with self._wires.use() as db:
            return [_credential(each) for each in await db.fetch(CREDENTIALS, tenant, person)]

    async def keep_credential(self, credential: Credential) -> None:
        await self._row(KEEP_CREDENTIAL, *credential_row(credential))

    async def keep_session(self, session: Session) -> None:
        whose = session.sha256, session.tenant, session.person
        await self._row(KEEP_SESSION, *whose, session.made_at, session.expires_at)

    async def session(self, sha256: str) -> Session | None:
        return await self._lookups.sessions.put(sha256)

    async def end_session(self, sha256: str) -> bool:
        return await self._row(END, sha256) is not None

    async def end_sessions(self, tenant: str, person: PersonId) -> None:
        await self._row(END_ALL, tenant, person)

    async def forget(self, before: datetime) -> None:
        for statement in FORGET:
            await self._row(statement, before)

    async def _row(self, statement: str, *values: Any) -> asyncpg.Record | None:
        async with self._wires.use() as db:
            return await db.fetchrow(statement, *values)


async def keep_keys(db: "Connection", change: Change) -> bool:
    """The keys' part of a change; false where its invitation is not there, or its proof another's."""
    if change.used is not None and not await db.fetchval(USE, change.used, change.tenant):
        return False
    if change.token is not None:
        await db.execute(KEEP_TOKEN, *_token_row(change.token))
    if change.invitation is not None:
        await db.execute(INVITE, *_invitation_row(change.invitation))
    if change.credential is not None:
        await db.execute(KEEP_CREDENTIAL, *credential_row(change.credential))
    return await keep_proofs(db, change)


def credential_row(each: Credential) -> tuple[Any, ...]:
    return each.tenant, each.person, each.kind, each.secret, each.made_at


def _token_row(each: Token) -> tuple[Any, ...]:
    whose = (each.id, each.tenant, each.sha256, each.shown, each.name, each.principal)
    what = (sorted(each.scopes), each.made_by, each.made_at, each.expires_at, each.project)
    return *whose, *what, each.used_at, each.revoked_at, each.successor


def _invitation_row(each: Invitation) -> tuple[Any, ...]:
    grants = json.dumps([[grant.role, grant.team] for grant in each.grants])
    return each.sha256, each.tenant, each.login, grants, each.made_by, each.expires_at


def _invitation(record: asyncpg.Record) -> Invitation:
    said: dict[str, Any] = dict(record)
    grants = json.loads(said["grants"])
    said["grants"] = tuple(Grant(role=Role(role), team=team) for role, team in grants)
    return Invitation(**said)


def _credential(record: asyncpg.Record) -> Credential:
    said: dict[str, Any] = dict(record)
    said["kind"] = CredentialKind(said["kind"])
    return Credential(**said)
