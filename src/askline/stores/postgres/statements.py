"""The SQL of the PostgreSQL store. Each batch is one statement, and so one transaction.

A batch is joined to a table by `= ANY (ARRAY[…])`, which is the same as `=` but good for an index
look-up only: no plan can sort or hash the table instead. So no plan, made while a day was still
empty and kept while it filled, ever reads a day whole.
"""

from askline.asks.state import State

ASK = """id, tenant, short_id, recipients, asked_at, matter, asker,
    state, owed_to, deadline, due_at, marks, outcome, revision, head"""
ASK_TYPES = """uuid[], text[], text[], text[], timestamptz[], jsonb[], jsonb[],
    text[], text[], timestamptz[], timestamptz[], jsonb[], jsonb[], int[], bytea[]"""
MOVE_TYPES = """uuid[], text[], int[],
    text[], text[], timestamptz[], timestamptz[], jsonb[], jsonb[], int[], bytea[]"""
EVENT = """ask_id, number, tenant, kind, actor_kind, actor_id, actor_name, door, at,
    content_sha256, detail, hash"""
EVENT_TYPES = """uuid[], int[], text[], text[], text[], text[], text[], text[], timestamptz[],
    bytea[], text[], bytea[]"""
SUMMONS = "ask_id, number, recipient, why, at"
SUMMONS_TYPES = "uuid[], int[], text[], text[], timestamptz[]"


def _numbered(types: str, first: int) -> str:
    """`$first::type, …`: parameters for columns of these types."""
    return ", ".join(
        f"${number}::{each.strip()}" for number, each in enumerate(types.split(","), first)
    )


def _summoning(first: int, kept: str) -> str:
    """One more part of a statement: who is to be told of those that it keeps."""
    return f""", summoned AS (
    INSERT INTO summonses (tenant, {SUMMONS})
    SELECT k.tenant, s.* FROM unnest({_numbered(SUMMONS_TYPES, first)}) AS s ({SUMMONS})
    JOIN {kept} k ON k.id = s.ask_id
)"""


# Asks of which a key stands already are left out whole. The keys are inserted in one order by
# every process, so that rivals wait for each other in a row and never in a circle.
def _add(beside: str = "") -> str:
    return f"""
WITH keys AS (
    SELECT * FROM unnest({_numbered("text[], text[], uuid[]", 1)}) AS k (tenant, key, ask_id)
), standing AS (
    SELECT k.ask_id, k.tenant, k.key, s.ask_id AS leads_to
    FROM keys k JOIN ask_keys s ON s.tenant = ANY (ARRAY[k.tenant]) AND s.key = k.key
), free AS (
    SELECT tenant, key, ask_id FROM keys WHERE ask_id NOT IN (SELECT ask_id FROM standing)
), taken AS (
    INSERT INTO ask_keys (tenant, key, ask_id)
    SELECT tenant, key, ask_id FROM free ORDER BY tenant, key
    ON CONFLICT DO NOTHING
    RETURNING ask_id
), added AS (
    INSERT INTO asks ({ASK})
    SELECT {ASK.replace("recipients", "recipients::text[]")}
    FROM unnest({_numbered(ASK_TYPES, 4)}) AS n ({ASK})
    WHERE id NOT IN (SELECT ask_id FROM standing)
        AND askline_whole((SELECT count(*) FROM taken), (SELECT count(*) FROM free))
    RETURNING id, tenant, recipients, state
), told AS (
    INSERT INTO ask_events ({EVENT})
    SELECT * FROM unnest({_numbered(EVENT_TYPES, 19)}) AS e ({EVENT})
    WHERE ask_id NOT IN (SELECT ask_id FROM standing)
), shown AS (
    INSERT INTO ask_inboxes (tenant, recipient, ask_id)
    SELECT DISTINCT tenant, unnest(recipients), id FROM added WHERE state = 'pending'
){beside}
SELECT ask_id, tenant, key, leads_to FROM standing
"""


ADD = _add()
ADD_SUMMONING = _add(_summoning(31, "added"))


# Rows are locked in the order of their ids, so that rivals never wait in a circle; then only what
# still stands is moved, and what was pending leaves the inboxes and gives its short id back.
def _swap(
    *, given: str = "", had: str = "", put: str = "", lost: str = "", beside: str = ""
) -> str:
    return f"""
WITH locked AS (
    SELECT w.*, a.state AS was, a.recipients AS had
    FROM unnest({_numbered(MOVE_TYPES, 1)}{given})
        AS w (id, tenant, stood, state, owed_to, deadline, due_at, marks, outcome, revision, head{had})
    JOIN asks a ON a.id = ANY (ARRAY[w.id])
    WHERE a.tenant IS NOT DISTINCT FROM w.tenant AND a.revision = w.stood
    ORDER BY a.id
    FOR UPDATE OF a
), moved AS (
    UPDATE asks a
    SET state = l.state, owed_to = l.owed_to, deadline = l.deadline, due_at = l.due_at, marks = l.marks,
        outcome = l.outcome, revision = l.revision, head = l.head{put}
    FROM locked l
    WHERE a.id = ANY (ARRAY[l.id])
        AND a.tenant IS NOT DISTINCT FROM l.tenant AND a.revision = l.stood
    RETURNING a.id, a.tenant, a.short_id, a.recipients, a.state, l.had,
        l.was = 'pending' AND a.state <> 'pending' AS settled
), told AS (
    INSERT INTO ask_events ({EVENT})
    SELECT e.* FROM unnest({_numbered(EVENT_TYPES, 12)}) AS e ({EVENT})
    JOIN moved m ON m.id = e.ask_id
), released AS (
    SELECT m.tenant, r.key, m.id
    FROM unnest({_numbered("uuid[], text[]", 24)}) AS r (ask_id, key) JOIN moved m ON m.id = r.ask_id
    UNION ALL SELECT tenant, 'short:' || short_id, id FROM moved WHERE settled
), freed AS (
    DELETE FROM ask_keys k USING released r
    WHERE k.tenant = ANY (ARRAY[r.tenant]) AND k.key = r.key AND k.ask_id IS NOT DISTINCT FROM r.id
), hidden AS (
    DELETE FROM ask_inboxes i
    USING (SELECT tenant, unnest(had) AS recipient, id FROM moved WHERE settled{lost}) m
    WHERE i.tenant = ANY (ARRAY[m.tenant]) AND i.recipient = m.recipient AND i.ask_id = m.id
){beside}
SELECT id FROM moved
"""


SWAP = _swap()
# The same where some of them come to other people, or people are to be told. Most steps do neither, and
# need not pay for what these do.
SWAP_ROUTED = _swap(
    given=", $26::text[]",
    had=", recipients",
    put=", recipients = coalesce(l.recipients::text[], a.recipients)",
    lost="""
        UNION ALL SELECT tenant, was, id FROM moved, unnest(had) AS was
        WHERE NOT settled AND was <> ALL (recipients)""",
    beside=f""", shown AS (
    INSERT INTO ask_inboxes (tenant, recipient, ask_id)
    SELECT DISTINCT tenant, fresh, id FROM moved, unnest(recipients) AS fresh
    WHERE state = 'pending' AND fresh <> ALL (had)
){_summoning(27, "moved")}""",
)

DUE = f"""
SELECT {ASK} FROM asks
WHERE state = 'pending' AND due_at IS NOT NULL AND due_at <= $1
ORDER BY due_at LIMIT $2
FOR UPDATE SKIP LOCKED
"""

GET = f"""
SELECT {ASK.replace("id,", "a.id,", 1)} FROM unnest($1::uuid[]) AS w (id) JOIN asks a ON a.id = ANY (ARRAY[w.id])
"""

SETTLED_OF = f"{GET.rstrip()} WHERE a.state <> 'pending'"

# The heavy columns only of what is not at hand in the revision that stands.
GET_NEWER = f"""
SELECT a.id, tenant, short_id, recipients, asked_at,
    CASE WHEN revision <> w.known THEN matter END, CASE WHEN revision <> w.known THEN asker END,
    state, owed_to, deadline, due_at,
    CASE WHEN revision <> w.known THEN marks END, CASE WHEN revision <> w.known THEN outcome END,
    revision, head
FROM unnest({_numbered("uuid[], int[]", 1)}) AS w (id, known) JOIN asks a ON a.id = ANY (ARRAY[w.id])
"""

LEADS = "SELECT key, ask_id FROM ask_keys WHERE tenant = $1 AND key = ANY ($2::text[])"

# By name, because an index finds what states are and reads all for what they are not.
SETTLED = ", ".join(f"'{state}'" for state in State if state.settled)
# Sorted apart, because a plan that reads by id until it has enough reads all where there is nothing.
OWED = f"""
WITH owed AS MATERIALIZED (
    SELECT * FROM asks WHERE tenant = $1 AND owed_to = $2 AND state IN ({SETTLED})
)
SELECT {ASK} FROM owed ORDER BY id LIMIT $3
"""

# Not `state = 'pending'`: a day that is still empty would be read by the index of the whole inbox.
PENDING_OF = f"""
SELECT count(*) FROM asks WHERE tenant = $1 AND owed_to = $2 AND state NOT IN ({SETTLED})
"""

TRAIL = f"SELECT {EVENT} FROM ask_events WHERE ask_id = $1 ORDER BY number"

FOR_TENANT = "SELECT set_config('askline.tenant', $1, true)"

FIND = """
SELECT id FROM asks WHERE tenant = $1 AND short_id = $2 ORDER BY state <> 'pending', id DESC
"""

ASKED = "($5::text IS NULL OR asker ->> 'principal' = $5)"

INBOX = f"""
SELECT {ASK} FROM asks
WHERE tenant = $1 AND state = 'pending' AND (place, id) > ($2, $3) AND {ASKED}
ORDER BY place, id LIMIT $4
"""

OWN_INBOX = f"""
SELECT {ASK} FROM (
    SELECT DISTINCT ask_id FROM ask_inboxes WHERE tenant = $1 AND recipient = ANY ($6::text[])
) mine
CROSS JOIN LATERAL (SELECT * FROM asks WHERE id = mine.ask_id AND state = 'pending' LIMIT 1) a
WHERE tenant = $1 AND (place, id) > ($2, $3) AND {ASKED}
ORDER BY place, id LIMIT $4
"""

HISTORY = f"""
SELECT {ASK} FROM asks
WHERE tenant = $1 AND id < $2
    AND ($3::text[] IS NULL OR state = ANY ($3)) AND ($4::text[] IS NULL OR recipients && $4)
    AND ($6::text IS NULL OR $6 IN (asker #>> '{{project,name}}', asker #>> '{{project,path}}'))
    AND ($7::text IS NULL OR $7 IN (asker #>> '{{agent,name}}', asker #>> '{{agent,label}}'))
    AND ($8::timestamptz IS NULL OR asked_at >= $8)
    AND ($9::timestamptz IS NULL OR asked_at < $9)
    AND ($10::text[] IS NULL
        OR concat_ws(E'\\n', matter::text, asker::text, outcome::text, marks::text) ILIKE ALL ($10))
ORDER BY id DESC LIMIT $5
"""

KEEP_DRAFT = """
INSERT INTO ask_drafts AS d (tenant, ask_id, person, answers, at)
SELECT a.tenant, a.id, $3, $4, $5 FROM asks a WHERE a.tenant = $1 AND a.id = $2
ON CONFLICT (ask_id, person) DO UPDATE SET answers = excluded.answers, at = excluded.at
WHERE d.tenant = excluded.tenant
"""

DROP_DRAFT = "DELETE FROM ask_drafts WHERE tenant = $1 AND ask_id = $2 AND person = $3"

DRAFTS = """
SELECT person, answers, at FROM ask_drafts WHERE ask_id = $1 ORDER BY person COLLATE "C"
"""
