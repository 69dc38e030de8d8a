-- An alert is of one telling and one contact; here there is one person, who has none.
CREATE TABLE alerts_told (
    ask_id TEXT NOT NULL,
    channel TEXT NOT NULL,
    reason TEXT NOT NULL,
    tenant TEXT NOT NULL,
    state TEXT NOT NULL,
    at TEXT NOT NULL,
    detail TEXT,
    number INTEGER NOT NULL DEFAULT 0,
    contact TEXT NOT NULL DEFAULT '',
    recipient TEXT NOT NULL DEFAULT '',
    tries INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (ask_id, channel, reason, number, contact)
) STRICT, WITHOUT ROWID;

INSERT INTO alerts_told (ask_id, channel, reason, tenant, state, at, detail)
    SELECT ask_id, channel, reason, tenant, state, at, detail FROM alerts;

DROP TABLE alerts;

ALTER TABLE alerts_told RENAME TO alerts;

CREATE INDEX alerts_newest ON alerts (tenant, at);

ALTER TABLE alert_links ADD COLUMN by TEXT NOT NULL DEFAULT '';

ALTER TABLE alert_links ADD COLUMN contact TEXT NOT NULL DEFAULT '';
