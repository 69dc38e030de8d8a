"""How long asks took, read without their words."""

from collections.abc import Sequence

from askline.asks.paces import Pace
from askline.asks.spelling import read_time
from askline.stores.paces import left_of, pace
from askline.stores.sqlite.statements import CONCERNS
from askline.stores.sqlite.values import Values

MEASURED = f"""FROM asks WHERE tenant = ?1 AND {CONCERNS}
    AND (asked_at >= ?3 OR state = 'pending' OR json_extract(outcome, '$.settledBy.at') >= ?3)"""
PACES = f"""SELECT id, asked_at, json_extract(asker, '$.agent.name'),
    json_extract(asker, '$.project.name'), json_extract(outcome, '$.settledBy.at'),
    json_extract(outcome, '$.settledBy.kind') {MEASURED}"""
LEFT = f"""SELECT ask_id, kind, at FROM ask_events
    WHERE kind IN ('attached', 'detached') AND ask_id IN (SELECT id {MEASURED})
    ORDER BY ask_id, number"""  # noqa: S608 - texts of ours


def read_paces(rows: Sequence[Values], events: Sequence[Values]) -> list[Pace]:
    left = left_of((ask_id, kind, read_time(at)) for ask_id, kind, at in events)
    return [
        pace(
            read_time(asked_at),
            agent,
            project,
            read_time(settled_at) if settled_at else None,
            by,
            left.get(ask_id, ()),
        )
        for ask_id, asked_at, agent, project, settled_at, by in rows
    ]
