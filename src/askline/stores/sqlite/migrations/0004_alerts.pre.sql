-- What people were told outside the inbox: one row for one ask, channel and reason, kept before it is
-- sent, so that of many processes one sends it.
CREATE TABLE alerts (
    ask_id TEXT NOT NULL,
    channel TEXT NOT NULL,
    reason TEXT NOT NULL,
    tenant TEXT NOT NULL,
    state TEXT NOT NULL,
    at TEXT NOT NULL,
    detail TEXT,
    PRIMARY KEY (ask_id, channel, reason)
) STRICT, WITHOUT ROWID;

CREATE INDEX alerts_newest ON alerts (tenant, at);

-- Links that decide, by the hash of their word. A used one goes.
CREATE TABLE alert_links (
    sha256 TEXT NOT NULL PRIMARY KEY,
    tenant TEXT NOT NULL,
    ask_id TEXT NOT NULL,
    answers TEXT NOT NULL,
    expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX alert_links_expire ON alert_links (expires_at);
