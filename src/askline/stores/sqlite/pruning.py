"""Takes asks out of the file, with everything that belongs to them, in one transaction each time."""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from askline.asks.model import Ask
from askline.asks.spelling import text_of, time_text
from askline.core.ids import AskId
from askline.stores.sqlite import statements as sql

PRUNABLE = sql.listed("""SELECT * FROM asks
    WHERE tenant = ?1 AND owed_to IS NULL AND asked_at < ?2
    AND state IN (SELECT value FROM json_each(?3)) AND state <> 'pending' AND id > ?4
    ORDER BY id LIMIT ?5""")
STANDING = """SELECT json_group_array(asks.id) FROM asks JOIN json_each(?) AS given
    ON asks.id = given.value ->> 0 AND asks.revision = given.value ->> 1
    AND asks.tenant = given.value ->> 2
    WHERE state <> 'pending' AND owed_to IS NULL"""
REMEMBER = """INSERT OR REPLACE INTO history_pruned (ask_id, tenant, events, head, at)
    SELECT id, tenant, revision, head, ?2 FROM asks WHERE id IN (SELECT value FROM json_each(?1))"""
REMOVE = tuple(
    f"DELETE FROM {table} WHERE {column} IN (SELECT value FROM json_each(?))"  # noqa: S608 - names of ours
    for table, column in (
        ("ask_events", "ask_id"),
        ("ask_keys", "ask_id"),
        ("ask_drafts", "ask_id"),
        ("alerts", "ask_id"),
        ("alert_links", "ask_id"),
        ("joined_asks", "ask_id"),
        ("asks", "id"),
    )
)
DRAFTED = """SELECT DISTINCT file.value ->> 'sha256'
    FROM ask_drafts AS d JOIN asks AS a ON a.id = d.ask_id AND a.state = 'pending',
    json_each(d.answers) AS given, json_each(given.value, '$.attachments') AS file
    WHERE d.tenant = ?1 AND file.value ->> 'sha256' IN (SELECT value FROM json_each(?2))"""
PRUNED = "SELECT events, head, at FROM history_pruned WHERE tenant = ? AND ask_id = ?"


@dataclass(frozen=True, slots=True)
class Removal:
    asks: Sequence[Ask]
    at: datetime


def prune_all(db: sqlite3.Connection, items: Sequence[Removal]) -> list[list[AskId]]:
    return [_prune(db, item) for item in items]


def _prune(db: sqlite3.Connection, item: Removal) -> list[AskId]:
    given = text_of([(str(ask.id), ask.revision, ask.tenant) for ask in item.asks])
    (found,) = db.execute(STANDING, (given,)).fetchone()
    db.execute(REMEMBER, (found, time_text(item.at)))
    for statement in REMOVE:
        db.execute(statement, (found,))
    gone = set(json.loads(found))
    return [ask.id for ask in item.asks if str(ask.id) in gone]
