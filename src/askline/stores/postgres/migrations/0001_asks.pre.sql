-- Asks by the day they were asked: the id is a UUIDv7, so its order is time, and an old day leaves
-- by being detached. The days themselves are made at run time, see partitions.py.

CREATE TABLE asks (
    id uuid NOT NULL,
    tenant text NOT NULL,
    short_id text NOT NULL,
    recipients text[] NOT NULL,
    asked_at timestamptz NOT NULL,
    matter jsonb NOT NULL,
    asker jsonb NOT NULL,
    state text NOT NULL,
    deadline timestamptz,
    place timestamptz NOT NULL
        GENERATED ALWAYS AS (coalesce(deadline, '9999-12-31 00:00:00+00'::timestamptz)) STORED,
    due_at timestamptz,
    marks jsonb NOT NULL,
    outcome jsonb,
    revision integer NOT NULL,
    head bytea NOT NULL
) PARTITION BY RANGE (id);

CREATE INDEX asks_history ON asks (tenant, id);

-- The inbox of a whole tenant, in its order. `place` is a column because row-level security keeps the
-- planner from comparing expressions with an index: only a bare column is known to leak nothing.
CREATE INDEX asks_inbox ON asks (tenant, place, id) WHERE state = 'pending';

-- All timers.
CREATE INDEX asks_due ON asks (due_at) WHERE state = 'pending' AND due_at IS NOT NULL;

CREATE INDEX asks_short_id ON asks (tenant, short_id);

-- Last, because a day's indexes are made in this order, and among indexes that seem equally good, as
-- all do while a day is empty, the planner takes the newest: a look-up by id must never take another.
ALTER TABLE asks ADD PRIMARY KEY (id);

CREATE TABLE ask_events (
    ask_id uuid NOT NULL,
    number integer NOT NULL,
    tenant text NOT NULL,
    kind text NOT NULL,
    actor_kind text NOT NULL,
    actor_id text NOT NULL,
    actor_name text NOT NULL,
    door text,
    at timestamptz NOT NULL,
    content_sha256 bytea NOT NULL,
    detail text NOT NULL,
    hash bytea NOT NULL,
    PRIMARY KEY (ask_id, number)
) PARTITION BY RANGE (ask_id);

-- What leads to an ask: the keys of repeats, and its short id while it is unsettled. Unique over all
-- days, which no index of a partitioned table could be.
CREATE TABLE ask_keys (
    tenant text NOT NULL,
    key text NOT NULL,
    ask_id uuid NOT NULL,
    PRIMARY KEY (tenant, key)
);

-- So that a day's keys leave with it.
CREATE INDEX ask_keys_ask_id ON ask_keys (ask_id);

-- Who may answer which pending ask. A table, because row-level security keeps the planner from a GIN
-- index on asks.recipients: its operator is not leakproof.
CREATE TABLE ask_inboxes (
    tenant text NOT NULL,
    recipient text NOT NULL,
    ask_id uuid NOT NULL,
    PRIMARY KEY (tenant, recipient, ask_id)
) WITH (autovacuum_vacuum_scale_factor = 0.02);

-- Ends a statement that got some of its keys while a rival took others: an ask is kept with all of
-- its keys or not at all.
CREATE FUNCTION askline_whole(taken bigint, wanted bigint) RETURNS boolean
    LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
    IF taken < wanted THEN
        RAISE EXCEPTION 'a rival took one of the keys' USING ERRCODE = 'ASK01';
    END IF;
    RETURN true;
END
$$;

-- Lists are read in this role, which sees one tenant at a time. Roles belong to the whole server, so
-- another database's migration may make it at the same moment.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'askline_reader') THEN
        CREATE ROLE askline_reader NOLOGIN;
    END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL;
END
$$;

DO $$
BEGIN
    IF NOT pg_has_role(current_user, 'askline_reader', 'MEMBER') THEN
        GRANT askline_reader TO CURRENT_USER;
    END IF;
END
$$;

ALTER TABLE asks ENABLE ROW LEVEL SECURITY;
ALTER TABLE ask_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE ask_inboxes ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_tenant ON asks FOR SELECT TO askline_reader
    USING (tenant = current_setting('askline.tenant', true));
CREATE POLICY one_tenant ON ask_events FOR SELECT TO askline_reader
    USING (tenant = current_setting('askline.tenant', true));
CREATE POLICY one_tenant ON ask_inboxes FOR SELECT TO askline_reader
    USING (tenant = current_setting('askline.tenant', true));

GRANT SELECT ON asks, ask_events, ask_inboxes TO askline_reader;
