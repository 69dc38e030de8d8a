-- What was counted over all asks, by whom it was due, so that many replicas count once between them.

CREATE TABLE counted (
    what text PRIMARY KEY,
    many bigint NOT NULL DEFAULT 0,
    counted_at timestamptz,
    took interval NOT NULL DEFAULT '0',
    claimed_at timestamptz NOT NULL
);
