"""The SQL of the SQLite store. Many rows go in as one list of values and come out as one JSON text,
so that a statement for many callers is one step for SQLite and one for Python.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from askline.asks.state import State

ROWS_AT_ONCE = 64

COLUMNS = """id, tenant, short_id, recipients, asked_at, matter, asker,
    state, owed_to, deadline, due_at, marks, outcome, revision, head"""
MOVING = "recipients, state, owed_to, deadline, due_at, marks, outcome, revision, head"
MOVED = """to_recipients, to_state, to_owed_to, to_deadline, to_due_at, to_marks, to_outcome,
    to_revision, to_head"""
EVENT_COLUMNS = """ask_id, tenant, number, kind, actor_kind, actor_id, actor_name, door, at,
    content_sha256, detail, hash"""


def many(statement: str, rows: Sequence[tuple[Any, ...]]) -> Iterator[tuple[str, list[Any]]]:
    """The statement, its `{rows}` filled with places for all rows, and their values; in parts."""
    for start in range(0, len(rows), ROWS_AT_ONCE):
        part = rows[start : start + ROWS_AT_ONCE]
        one = f"({', '.join('?' * len(part[0]))})"
        yield (
            statement.format(rows=", ".join([one] * len(part))),
            [value for row in part for value in row],
        )


def listed(statement: str) -> str:
    """All rows of a statement over asks as one JSON array of arrays, in its order."""
    return f"SELECT json_group_array(json_array({COLUMNS})) FROM ({statement})"


STANDING = """SELECT json_group_array(json_array(tenant, key, ask_id)) FROM ask_keys
    WHERE (tenant, key) IN (VALUES {rows})"""
ADD = f"INSERT OR IGNORE INTO asks ({COLUMNS}) VALUES {{rows}}"
KEPT = """SELECT json_group_array(id) FROM asks
    WHERE id IN (SELECT value FROM json_each(?))"""
ADD_KEYS = "INSERT INTO ask_keys (tenant, key, ask_id) VALUES {rows}"
ADD_EVENTS = f"INSERT INTO ask_events ({EVENT_COLUMNS}) VALUES {{rows}}"
SWAP = f"""WITH given (id, tenant, revision, {MOVED}) AS (VALUES {{rows}})
    UPDATE asks SET ({MOVING}) = ({MOVED}) FROM given
    WHERE asks.id = given.id AND asks.tenant = given.tenant AND asks.revision = given.revision"""
STANDS = """SELECT json_group_array(json_array(id, tenant, revision)) FROM asks
    WHERE id IN (SELECT value FROM json_each(?))"""
RELEASE = "DELETE FROM ask_keys WHERE (tenant, key) IN (VALUES {rows})"

LEADS = (
    "SELECT key, ask_id FROM ask_keys WHERE tenant = ? AND key IN (SELECT value FROM json_each(?))"
)
# By name, because an index finds what states are and reads all for what they are not.
SETTLED = ", ".join(f"'{state}'" for state in State if state.settled)
OWED = listed(f"""SELECT * FROM asks
    WHERE tenant = ? AND owed_to = ? AND state IN ({SETTLED}) ORDER BY id LIMIT ?""")
PENDING_OF = "SELECT count(*) FROM asks WHERE tenant = ? AND owed_to = ? AND state = 'pending'"

REVISION = "SELECT revision FROM asks WHERE id = ?"
GET = listed("SELECT * FROM asks WHERE id IN (SELECT value FROM json_each(?))")

SETTLED_OF = listed(
    "SELECT * FROM asks WHERE state <> 'pending' AND id IN (SELECT value FROM json_each(?))"
)
DUE = listed("""SELECT * FROM asks
    WHERE state = 'pending' AND due_at IS NOT NULL AND due_at <= ?
    ORDER BY due_at LIMIT ?""")
CONCERNS = """(?2 IS NULL OR EXISTS (
        SELECT 1 FROM json_each(recipients) AS theirs
        WHERE theirs.value IN (SELECT value FROM json_each(?2))))"""
ASKED = "(?3 IS NULL OR json_extract(asker, '$.principal') = ?3)"
PLACE = "coalesce(deadline, '9999-12-31T00:00:00.000Z')"
INBOX = listed(f"""SELECT * FROM asks
    WHERE tenant = ?1 AND state = 'pending' AND {CONCERNS} AND {ASKED}
    ORDER BY {PLACE}, id LIMIT ?4""")
INBOX_AFTER = listed(f"""SELECT * FROM asks
    WHERE tenant = ?1 AND state = 'pending' AND {CONCERNS} AND {ASKED}
    AND ({PLACE}, id) > (?4, ?5)
    ORDER BY {PLACE}, id LIMIT ?6""")
# By id from where it goes on: an index on the tenant would have every page sort all that there is.
HISTORY = listed(f"""SELECT * FROM asks
    WHERE id < coalesce(?4, '~') AND +tenant = ?1 AND {CONCERNS}
    AND (?3 IS NULL OR state IN (SELECT value FROM json_each(?3)))
    AND (?6 IS NULL OR ?6 IN (json_extract(asker, '$.project.name'),
        json_extract(asker, '$.project.path')))
    AND (?7 IS NULL OR ?7 IN (json_extract(asker, '$.agent.name'),
        json_extract(asker, '$.agent.label')))
    AND (?8 IS NULL OR asked_at >= ?8) AND (?9 IS NULL OR asked_at < ?9)
    AND (?10 IS NULL OR askline_can_say(?10, matter, asker, outcome, marks))
    ORDER BY id DESC LIMIT ?5""")
FIND = """SELECT id FROM asks WHERE tenant = ? AND short_id = ?
    ORDER BY state = 'pending' DESC, id DESC"""
TRAIL = f"SELECT {EVENT_COLUMNS} FROM ask_events WHERE ask_id = ? ORDER BY number"

KEEP_DRAFT = """INSERT OR REPLACE INTO ask_drafts (ask_id, person, tenant, answers, at)
    VALUES (?, ?, ?, ?, ?)"""
FORGET_DRAFT = "DELETE FROM ask_drafts WHERE ask_id = ? AND person = ?"
DRAFTS = "SELECT person, answers, at FROM ask_drafts WHERE ask_id = ? ORDER BY person"
