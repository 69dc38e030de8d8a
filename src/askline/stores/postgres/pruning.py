"""Takes asks out of the database, with everything that belongs to them, in one statement each time."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from uuid import UUID

from askline.asks.model import Ask
from askline.core.ids import AskId
from askline.stores.postgres.partitions import least_id
from askline.stores.postgres.statements import ASK

if TYPE_CHECKING:
    from askline.stores.postgres.connections import Connection

BORROWED = timedelta(seconds=1)
"""By how much an id may be later than its ask: many of one millisecond borrow from the next."""
# Bounded by ids, which are time: otherwise each round would walk through all that is younger.
PRUNABLE = f"""
SELECT {ASK} FROM asks
WHERE tenant = $1 AND owed_to IS NULL AND asked_at < $2 AND state = ANY ($3::text[])
    AND state <> 'pending' AND id > $4 AND id < $6
ORDER BY id LIMIT $5
"""  # noqa: S608 - texts of ours

BESIDE = (
    *("ask_events", "ask_keys", "ask_inboxes", "ask_drafts"),
    *("alerts", "alert_links", "summonses"),
)
REMOVED = ",\n".join(
    f"{table}_gone AS (DELETE FROM {table} WHERE ask_id IN (SELECT id FROM gone))"  # noqa: S608 - names of ours
    for table in BESIDE
)
# Locked in the order of their ids, as whoever moves them does.
PRUNE = f"""
WITH standing AS (
    SELECT a.id FROM unnest($1::uuid[], $2::int[], $3::text[]) AS g (id, revision, tenant)
    JOIN asks a ON a.id = ANY (ARRAY[g.id]) AND a.revision = g.revision AND a.tenant = g.tenant
    WHERE a.state <> 'pending' AND a.owed_to IS NULL
    ORDER BY a.id FOR UPDATE OF a
), gone AS (
    DELETE FROM asks a USING standing s WHERE a.id = ANY (ARRAY[s.id])
    RETURNING a.id, a.tenant, a.revision, a.head
), remembered AS (
    INSERT INTO history_pruned (ask_id, tenant, events, head, at)
    SELECT id, tenant, revision, head, $4 FROM gone ON CONFLICT DO NOTHING
), {REMOVED}
SELECT id FROM gone
"""  # noqa: S608 - texts of ours

DRAFTED = """
SELECT DISTINCT file #>> '{}' FROM ask_drafts d
JOIN asks a ON a.id = d.ask_id AND a.tenant = d.tenant AND a.state = 'pending'
CROSS JOIN LATERAL jsonb_path_query(d.answers, '$.*.attachments[*].sha256') AS file
WHERE d.tenant = $1 AND file #>> '{}' = ANY ($2::text[])
"""

PRUNED = "SELECT events, head, at FROM history_pruned WHERE tenant = $1 AND ask_id = $2"


def end_of(before: datetime) -> UUID:
    """Past every id of what was asked before this."""
    return least_id(before + BORROWED)


async def prune(db: "Connection", asks: Sequence[Ask], at: datetime) -> list[AskId]:
    revisions = [ask.revision for ask in asks]
    tenants = [ask.tenant for ask in asks]
    found = await db.fetch(PRUNE, [ask.id for ask in asks], revisions, tenants, at)
    gone = {ask_id for (ask_id,) in found}
    return [ask.id for ask in asks if ask.id in gone]
