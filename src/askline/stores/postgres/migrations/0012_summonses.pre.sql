-- Who is still to be told of an ask, each kept with the move that causes it and gone when they were told.
-- What somebody has in hand lies here too: who does not finish in time loses it to another.

CREATE TABLE summonses (
    tenant text NOT NULL,
    ask_id uuid NOT NULL,
    number integer NOT NULL,
    recipient text NOT NULL,
    why text NOT NULL,
    at timestamptz NOT NULL,
    taken_until timestamptz,
    PRIMARY KEY (ask_id, number, recipient)
) WITH (autovacuum_vacuum_scale_factor = 0.02);

CREATE INDEX summonses_due ON summonses ((coalesce(taken_until, at)));

ALTER TABLE summonses ENABLE ROW LEVEL SECURITY;
