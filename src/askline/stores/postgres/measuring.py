"""How long asks took, read without their words."""

from collections.abc import Sequence

import asyncpg

from askline.asks.paces import Pace
from askline.asks.spelling import read_time
from askline.stores.paces import left_of, pace

MEASURED = """FROM asks
WHERE tenant = $1 AND ($3::text[] IS NULL OR recipients && $3)
    AND (asked_at >= $2 OR state = 'pending'
        OR (outcome #>> '{settledBy,at}')::timestamptz >= $2)"""
PACES = f"""
SELECT id, asked_at, asker #>> '{{agent,name}}', asker #>> '{{project,name}}',
    outcome #>> '{{settledBy,at}}', outcome #>> '{{settledBy,kind}}' {MEASURED}
"""
LEFT = f"""
SELECT ask_id, kind, at FROM ask_events
WHERE kind IN ('attached', 'detached') AND ask_id IN (SELECT id {MEASURED})
ORDER BY ask_id, number
"""  # noqa: S608 - texts of ours


def read_paces(rows: Sequence[asyncpg.Record], events: Sequence[asyncpg.Record]) -> list[Pace]:
    left = left_of((ask_id, kind, at) for ask_id, kind, at in events)
    return [
        pace(
            asked_at,
            agent,
            project,
            read_time(settled_at) if settled_at else None,
            by,
            left.get(ask_id, ()),
        )
        for ask_id, asked_at, agent, project, settled_at, by in rows
    ]
