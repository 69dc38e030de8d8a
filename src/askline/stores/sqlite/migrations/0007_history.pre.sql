-- What stays of a pruned ask: the hash that its trail ended in, by which a copy can be verified.
CREATE TABLE history_pruned (
    ask_id TEXT NOT NULL PRIMARY KEY,
    tenant TEXT NOT NULL,
    events INTEGER NOT NULL,
    head TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
