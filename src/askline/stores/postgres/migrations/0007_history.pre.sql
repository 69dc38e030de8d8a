-- What stays of a pruned ask: the hash that its trail ended in, by which a copy can be verified.

CREATE TABLE history_pruned (
    ask_id uuid NOT NULL PRIMARY KEY,
    tenant text NOT NULL,
    events integer NOT NULL,
    head bytea NOT NULL,
    at timestamptz NOT NULL
);

ALTER TABLE history_pruned ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_tenant ON history_pruned FOR SELECT TO askline_reader
    USING (tenant = current_setting('askline.tenant', true));

GRANT SELECT ON history_pruned TO askline_reader;
