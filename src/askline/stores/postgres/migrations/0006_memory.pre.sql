-- Words that are nearly alike, misspelled or inflected. The database's owner may make it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- How answered asks are found again by their words. `home` is tenant and place as one word, so that
-- the index of words finds both at once.
CREATE TABLE recollections (
    ask_id uuid NOT NULL PRIMARY KEY,
    tenant text NOT NULL,
    place text NOT NULL,
    at timestamptz NOT NULL,
    key text NOT NULL,
    texts jsonb NOT NULL,
    words text NOT NULL,
    home text NOT NULL,
    search tsvector NOT NULL
        GENERATED ALWAYS AS (to_tsvector('simple', home || ' ' || words)) STORED
);

CREATE INDEX recollections_same ON recollections (tenant, place, key, at);
CREATE INDEX recollections_words ON recollections USING gin (search);

-- Rules that people made. A revoked one stays, to be seen.
CREATE TABLE memory_rules (
    id uuid NOT NULL PRIMARY KEY,
    tenant text NOT NULL,
    person text NOT NULL,
    place text NOT NULL,
    body text NOT NULL,
    made_at timestamptz NOT NULL,
    until timestamptz,
    revoked_at timestamptz
);

CREATE INDEX memory_rules_standing ON memory_rules (tenant, place) WHERE revoked_at IS NULL;
CREATE INDEX memory_rules_of ON memory_rules (tenant, person);

ALTER TABLE recollections ENABLE ROW LEVEL SECURITY;
ALTER TABLE memory_rules ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_tenant ON recollections FOR SELECT TO askline_reader
    USING (tenant = current_setting('askline.tenant', true));
CREATE POLICY one_tenant ON memory_rules FOR SELECT TO askline_reader
    USING (tenant = current_setting('askline.tenant', true));

GRANT SELECT ON recollections, memory_rules TO askline_reader;
