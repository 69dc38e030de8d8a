-- Asks that a hub decides: what each is called there. Without a name the hub would not have it.
CREATE TABLE joined_asks (
    ask_id TEXT NOT NULL PRIMARY KEY,
    hub TEXT NOT NULL,
    hub_id TEXT,
    settled_at TEXT
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX joined_asks_there ON joined_asks (hub, hub_id) WHERE hub_id IS NOT NULL;

CREATE INDEX joined_asks_open ON joined_asks (hub, settled_at) WHERE hub_id IS NOT NULL;
