-- What the replicas of a hub know of each other, and what they share besides asks and people.

-- Which replicas live, by the database's own clock. `heir_at` is when another began to let go of what
-- one that is gone still holds.
CREATE TABLE replicas (
    name text NOT NULL PRIMARY KEY,
    version text NOT NULL,
    since timestamptz NOT NULL DEFAULT now(),
    seen_at timestamptz NOT NULL DEFAULT now(),
    heir_at timestamptz
);

-- The replica at which somebody waits for a pending ask: of a holder `replica/connection` the first part.
-- A column of its own, so that marks that leave it as it is touch no index; and with the state in it, so
-- that no look-up has to name the state: on a day that is still empty it would read the inbox's index.
ALTER TABLE asks ADD COLUMN held_at text GENERATED ALWAYS AS (
    CASE WHEN state = 'pending' THEN substring(marks ->> 'holder' FROM '^([^/]+)/') END
) STORED;

CREATE INDEX asks_held ON asks (held_at) WHERE held_at IS NOT NULL;

-- What seals that which clients bring back.
CREATE TABLE sealing_keys (
    key bytea NOT NULL PRIMARY KEY,
    made_at timestamptz NOT NULL DEFAULT now()
);

-- Files of answers, by tenant: that one tenant has a file tells another nothing.
CREATE TABLE attachments (
    tenant text NOT NULL,
    sha256 bytea NOT NULL,
    content bytea NOT NULL,
    put_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant, sha256)
);

-- Pictures and archives are small already.
ALTER TABLE attachments ALTER COLUMN content SET STORAGE EXTERNAL;

-- Without a policy: the reading role sees nothing of these.
ALTER TABLE replicas ENABLE ROW LEVEL SECURITY;
ALTER TABLE sealing_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE attachments ENABLE ROW LEVEL SECURITY;
