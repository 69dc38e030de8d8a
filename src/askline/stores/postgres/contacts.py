"""Where people and teams want to be told, in PostgreSQL. Every statement names the tenant."""

from collections.abc import Sequence

import asyncpg

from askline.alerts.contacts import Contact, Way
from askline.stores.postgres.connections import Wires
from askline.stores.postgres.locks import CONTACTS, HOLD_NAMED

KEEP = """
INSERT INTO contacts (tenant, id, owner, channel, place, secret, answers, made_at)
SELECT $1, $2, $3, $4, $5, $6, $7, $8
WHERE (SELECT count(*) FROM contacts WHERE tenant = $1 AND owner = $3) < $9
RETURNING true
"""
OF = """
SELECT tenant, id, owner, channel, place, secret, answers, made_at FROM contacts
WHERE tenant = $1 AND owner = ANY ($2::text[]) ORDER BY made_at, id
"""
GET = """
SELECT tenant, id, owner, channel, place, secret, answers, made_at FROM contacts
WHERE tenant = $1 AND id = $2
"""
DROP = "DELETE FROM contacts WHERE tenant = $1 AND id = $2 RETURNING true"


class PostgresContacts:
    def __init__(self, wires: Wires) -> None:
        self._wires = wires

    async def keep(self, contact: Contact, most: int) -> bool:
        row = (contact.tenant, contact.id, contact.owner, contact.channel, contact.where)
        more = (contact.secret, contact.answers, contact.made_at)
        async with self._wires.use() as db, db.transaction():
            # One owner's at a time, so that no two together pass the bound.
            await db.execute(HOLD_NAMED, CONTACTS, f"{contact.tenant} {contact.owner}")
            return bool(await db.fetchval(KEEP, *row, *more, most))

    async def of(self, tenant: str, owners: Sequence[str]) -> list[Contact]:
        async with self._wires.use() as db:
            return [_contact(record) for record in await db.fetch(OF, tenant, owners)]

    async def get(self, tenant: str, contact_id: str) -> Contact | None:
        async with self._wires.use() as db:
            found = await db.fetchrow(GET, tenant, contact_id)
        return None if found is None else _contact(found)

    async def drop(self, tenant: str, contact_id: str) -> bool:
        async with self._wires.use() as db:
            return bool(await db.fetchval(DROP, tenant, contact_id))


def _contact(record: asyncpg.Record) -> Contact:
    tenant, contact_id, owner, channel, place, secret, answers, made_at = record
    return Contact(
        id=contact_id,
        tenant=tenant,
        owner=owner,
        channel=Way(channel),
        where=place,
        secret=secret,
        answers=answers,
        made_at=made_at,
    )
