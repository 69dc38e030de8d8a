"""Passkeys, identities and challenges in PostgreSQL, shared by all replicas of a hub."""

from datetime import datetime
from typing import TYPE_CHECKING, Any

import asyncpg

from askline.people.model import Identity, Passkey, PersonId
from askline.people.ports import Change
from askline.stores.postgres.connections import Wires

if TYPE_CHECKING:
    from askline.stores.postgres.connections import Connection

PASSKEY = "id, tenant, person, public_key, sign_count, name, made_at, used_at"
KEEP_PASSKEY = f"""
INSERT INTO passkeys ({PASSKEY}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT DO NOTHING RETURNING true
"""
BY_ID = f"SELECT {PASSKEY} FROM passkeys WHERE id = $1"
THEIRS = f"SELECT {PASSKEY} FROM passkeys WHERE tenant = $1 AND person = $2 ORDER BY made_at, id"
# Many devices do not count at all and say zero each time.
USED = """
UPDATE passkeys SET sign_count = $3, used_at = $4
WHERE id = $1 AND tenant = $2 AND (sign_count < $3 OR (sign_count = 0 AND $3 = 0)) RETURNING true
"""
DROP = "DELETE FROM passkeys WHERE id = $1 AND tenant = $2 AND person = $3 RETURNING true"
IDENTITY = "tenant, issuer, subject, person, made_at"
KEEP_IDENTITY = f"""
INSERT INTO identities ({IDENTITY}) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT DO NOTHING RETURNING true
"""
WHO = f"SELECT {IDENTITY} FROM identities WHERE tenant = $1 AND issuer = $2 AND subject = $3"
USE_CHALLENGE = """
INSERT INTO challenges (sha256, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING true
"""
FORGET = "DELETE FROM challenges WHERE expires_at < $1"


class PostgresProofs:
    def __init__(self, wires: Wires) -> None:
        self._wires = wires

    async def passkey(self, passkey_id: str) -> Passkey | None:
        found = await self._row(BY_ID, passkey_id)
        return None if found is None else _passkey(found)

    async def passkeys(self, tenant: str, person: PersonId) -> list[Passkey]:
        async with self._wires.use() as db:
            return [_passkey(each) for each in await db.fetch(THEIRS, tenant, person)]

    async def keep_passkey(self, passkey: Passkey) -> bool:
        return await self._row(KEEP_PASSKEY, *_passkey_row(passkey)) is not None

    async def used_passkey(self, passkey: Passkey) -> bool:
        counted = passkey.id, passkey.tenant, passkey.sign_count, passkey.used_at
        return await self._row(USED, *counted) is not None

    async def drop_passkey(self, tenant: str, person: PersonId, passkey_id: str) -> bool:
        return await self._row(DROP, passkey_id, tenant, person) is not None

    async def identity(self, tenant: str, issuer: str, subject: str) -> Identity | None:
        found = await self._row(WHO, tenant, issuer, subject)
        return None if found is None else Identity(**dict(found))

    async def use_challenge(self, sha256: str, expires_at: datetime) -> bool:
        return await self._row(USE_CHALLENGE, sha256, expires_at) is not None

    async def forget(self, before: datetime) -> None:
        await self._row(FORGET, before)

    async def _row(self, statement: str, *values: Any) -> asyncpg.Record | None:
        async with self._wires.use() as db:
            return await db.fetchrow(statement, *values)


async def keep_proofs(db: "Connection", change: Change) -> bool:
    """The proofs' part of a change; false where one is somebody's already."""
    passkey, identity = change.passkey, change.identity
    if passkey is not None and not await db.fetchval(KEEP_PASSKEY, *_passkey_row(passkey)):
        return False
    return identity is None or bool(await db.fetchval(KEEP_IDENTITY, *_identity_row(identity)))


def _passkey_row(each: Passkey) -> tuple[Any, ...]:
    whose = (each.id, each.tenant, each.person, each.public_key, each.sign_count)
    return *whose, each.name, each.made_at, each.used_at


def _identity_row(each: Identity) -> tuple[Any, ...]:
    return each.tenant, each.issuer, each.subject, each.person, each.made_at


def _passkey(record: asyncpg.Record) -> Passkey:
    return Passkey(**dict(record))
