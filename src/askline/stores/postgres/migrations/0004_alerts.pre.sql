-- What people were told outside the inbox: one row for one ask, channel and reason, kept before it is
-- sent, so that of many processes one sends it.

CREATE TABLE alerts (
    tenant text NOT NULL,
    ask_id uuid NOT NULL,
    channel text NOT NULL,
    reason text NOT NULL,
    state text NOT NULL,
    at timestamptz NOT NULL,
    detail text,
    PRIMARY KEY (ask_id, channel, reason)
);

CREATE INDEX alerts_newest ON alerts (tenant, at);

-- Links that decide, by the hash of their word. A used one goes.

CREATE TABLE alert_links (
    sha256 text NOT NULL PRIMARY KEY,
    tenant text NOT NULL,
    ask_id uuid NOT NULL,
    answers jsonb NOT NULL,
    expires_at timestamptz NOT NULL
);

CREATE INDEX alert_links_expire ON alert_links (expires_at);

ALTER TABLE alerts ENABLE ROW LEVEL SECURITY;
ALTER TABLE alert_links ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_tenant ON alerts FOR SELECT TO askline_reader
    USING (tenant = current_setting('askline.tenant', true));

GRANT SELECT ON alerts TO askline_reader;
