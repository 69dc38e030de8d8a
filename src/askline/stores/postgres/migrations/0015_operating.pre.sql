-- What was done to a tenant, one chain of hashes for each, and the end of each chain: whoever adds to one
-- locks its end first, so it has no fork, and a chain that was cut short does not reach its end.

CREATE TABLE acts (
    tenant text NOT NULL,
    number bigint NOT NULL,
    kind text NOT NULL,
    actor_id text NOT NULL,
    actor_name text NOT NULL,
    subject text NOT NULL,
    detail text NOT NULL,
    at timestamptz NOT NULL,
    hash bytea NOT NULL,
    PRIMARY KEY (tenant, number)
);

CREATE TABLE act_heads (
    tenant text NOT NULL PRIMARY KEY,
    number bigint NOT NULL,
    hash bytea NOT NULL
);

-- What admins of a tenant set; null is what who runs the hub allows.
CREATE TABLE tenant_limits (
    tenant text NOT NULL PRIMARY KEY,
    pending bigint,
    asks_per_hour bigint,
    people bigint,
    tokens bigint,
    attachment_bytes bigint,
    retention_days bigint
);

ALTER TABLE acts ENABLE ROW LEVEL SECURITY;
ALTER TABLE act_heads ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant_limits ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_tenant ON acts FOR SELECT TO askline_reader
    USING (tenant = current_setting('askline.tenant', true));
CREATE POLICY one_tenant ON act_heads FOR SELECT TO askline_reader
    USING (tenant = current_setting('askline.tenant', true));
CREATE POLICY one_tenant ON tenant_limits FOR SELECT TO askline_reader
    USING (tenant = current_setting('askline.tenant', true));

GRANT SELECT ON acts, act_heads, tenant_limits TO askline_reader;
