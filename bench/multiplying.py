"""Fills a database with as many pending asks as are wanted, in seconds: copies of one that the store wrote.

They differ in what is looked for: id, short id, whose they are, when they are due. Their trails are the
first one's, so nobody should check the hashes.
"""

from datetime import datetime, timedelta

import asyncpg

from askline.core.ids import AskId
from askline.stores.postgres.statements import ASK, EVENT
from bench.loading import load

# The last twelve digits of an id are of its random part.
MULTIPLY = f"""
WITH made AS (
    INSERT INTO asks ({ASK})
    SELECT (left(a.id::text, 24) || 'f' || lpad(to_hex(n), 11, '0'))::uuid, o.tenant,
        lpad(to_hex(n), 6, '0'), ARRAY[o.person], asked_at, matter,
        jsonb_set(asker, '{{principal}}', to_jsonb(o.person)), state, 'agent ' || o.person,
        $4::timestamptz + n * $5::interval, $4::timestamptz + n * $5::interval,
        marks, outcome, revision, head
    FROM asks a CROSS JOIN unnest($2::text[], $3::text[]) WITH ORDINALITY AS o (tenant, person, n)
    WHERE a.id = $1
    RETURNING id, tenant, recipients, short_id
), told AS (
    INSERT INTO ask_events ({EVENT})
    SELECT made.id, number, made.tenant, kind, actor_kind, actor_id, actor_name, door, at,
        content_sha256, detail, hash
    FROM ask_events e CROSS JOIN made WHERE e.ask_id = $1
), led AS (
    INSERT INTO ask_keys (tenant, key, ask_id) SELECT tenant, 'short:' || short_id, id FROM made
)
INSERT INTO ask_inboxes (tenant, recipient, ask_id) SELECT tenant, recipients[1], id FROM made
"""  # noqa: S608 - columns of ours


async def multiply(
    dsn: str,
    owners: list[tuple[str, str]],
    due: datetime | None = None,
    step: timedelta = timedelta(),
) -> list[AskId]:
    """One ask for each of these, by tenant and person; the first is due one step after `due`."""
    [like] = await load(dsn, 1)
    db = await asyncpg.connect(dsn)
    tenants, people = [tenant for tenant, _ in owners], [person for _, person in owners]
    await db.execute(MULTIPLY, like, tenants, people, due, step)
    await db.execute("DELETE FROM asks WHERE id = $1", like)
    ids = [AskId(each["id"]) for each in await db.fetch("SELECT id FROM asks ORDER BY id")]
    await db.execute("VACUUM ANALYZE")  # as autovacuum would have by then
    await db.close()
    return ids


async def size(dsn: str) -> float:
    """Bytes on disk for each ask, with its indexes, trail, keys and place in an inbox."""
    db = await asyncpg.connect(dsn)
    taken = await db.fetchval(
        "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r'"
        " AND (relname LIKE 'asks%' OR relname LIKE 'ask\\_%')"
    )
    asks = await db.fetchval("SELECT count(*) FROM asks")
    await db.close()
    return float(taken) / asks
