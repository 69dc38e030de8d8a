-- How answered asks are found again by their words. `home` is tenant and place as one word, so that
-- the index of words finds both at once.
CREATE TABLE recollections (
    number INTEGER PRIMARY KEY,
    ask_id TEXT NOT NULL UNIQUE,
    tenant TEXT NOT NULL,
    place TEXT NOT NULL,
    at TEXT NOT NULL,
    key TEXT NOT NULL,
    texts TEXT NOT NULL,
    home TEXT NOT NULL,
    words TEXT NOT NULL
) STRICT;

CREATE INDEX recollections_same ON recollections (tenant, place, key, at);

CREATE VIRTUAL TABLE recollection_words USING fts5 (
    home, words, content = 'recollections', content_rowid = 'number', columnsize = 0
);

-- Rules that people made. A revoked one stays, to be seen.
CREATE TABLE memory_rules (
    id TEXT NOT NULL PRIMARY KEY,
    tenant TEXT NOT NULL,
    person TEXT NOT NULL,
    place TEXT NOT NULL,
    body TEXT NOT NULL,
    made_at TEXT NOT NULL,
    until TEXT,
    revoked_at TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX memory_rules_standing ON memory_rules (tenant, place) WHERE revoked_at IS NULL;
CREATE INDEX memory_rules_of ON memory_rules (tenant, person);
