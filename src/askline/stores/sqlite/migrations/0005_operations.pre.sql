-- Operations: one execution of a declared command each. What an operation wrote lies in files.
CREATE TABLE operations (
    id TEXT NOT NULL PRIMARY KEY,
    tenant TEXT NOT NULL,
    short_id TEXT NOT NULL,
    principal TEXT NOT NULL,
    project TEXT,
    request_key TEXT,
    status TEXT NOT NULL,
    ended INTEGER NOT NULL,
    owed_to TEXT,
    revision INTEGER NOT NULL,
    fixed TEXT NOT NULL,
    moving TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX operations_request ON operations (tenant, request_key) WHERE request_key IS NOT NULL;
CREATE INDEX operations_short ON operations (tenant, short_id);
CREATE INDEX operations_unended ON operations (tenant, id) WHERE ended = 0;
CREATE INDEX operations_owed ON operations (tenant, owed_to, id) WHERE owed_to IS NOT NULL;

-- A person's yes to what is like what they approved; a revoked one goes.
CREATE TABLE standing_approvals (
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    project TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;
