-- Times are RFC 3339 in UTC with milliseconds, so that they sort as text. Ids sort by time.
CREATE TABLE asks (
    id TEXT PRIMARY KEY,
    tenant TEXT NOT NULL,
    short_id TEXT NOT NULL,
    recipients TEXT NOT NULL,
    asked_at TEXT NOT NULL,
    matter TEXT NOT NULL,
    asker TEXT NOT NULL,
    state TEXT NOT NULL,
    deadline TEXT,
    due_at TEXT,
    marks TEXT NOT NULL,
    outcome TEXT,
    revision INTEGER NOT NULL,
    head TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX asks_short_id_of_pending ON asks (tenant, short_id) WHERE state = 'pending';
CREATE INDEX asks_short_id ON asks (tenant, short_id);
CREATE INDEX asks_inbox ON asks (tenant, coalesce(deadline, '9999-12-31T00:00:00.000Z'), id)
    WHERE state = 'pending';
CREATE INDEX asks_due ON asks (due_at) WHERE state = 'pending' AND due_at IS NOT NULL;

CREATE TABLE ask_events (
    ask_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    tenant TEXT NOT NULL,
    kind TEXT NOT NULL,
    actor_kind TEXT NOT NULL,
    actor_id TEXT NOT NULL,
    actor_name TEXT NOT NULL,
    door TEXT,
    at TEXT NOT NULL,
    content_sha256 TEXT NOT NULL,
    detail TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (ask_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE ask_keys (
    tenant TEXT NOT NULL,
    key TEXT NOT NULL,
    ask_id TEXT NOT NULL,
    PRIMARY KEY (tenant, key)
) STRICT, WITHOUT ROWID;
