CREATE TABLE ask_drafts (
    ask_id TEXT NOT NULL,
    person TEXT NOT NULL,
    tenant TEXT NOT NULL,
    answers TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (ask_id, person)
) STRICT, WITHOUT ROWID;
