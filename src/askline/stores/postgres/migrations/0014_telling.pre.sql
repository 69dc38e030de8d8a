-- Many people are told of one ask, each by contacts of their own, and more than once: an alert is of one
-- telling and one contact. What was kept before is of the first telling and of none.

ALTER TABLE alerts
    ADD COLUMN number int NOT NULL DEFAULT 0,
    ADD COLUMN contact text NOT NULL DEFAULT '',
    ADD COLUMN recipient text NOT NULL DEFAULT '',
    ADD COLUMN tries int NOT NULL DEFAULT 1,
    DROP CONSTRAINT alerts_pkey,
    ADD CONSTRAINT alerts_pkey PRIMARY KEY (ask_id, channel, reason, number, contact);

CREATE INDEX alerts_failed ON alerts (tenant, at) WHERE state = 'failed';

-- Whose key a link is, and where it went.

ALTER TABLE alert_links
    ADD COLUMN by text NOT NULL DEFAULT '',
    ADD COLUMN contact text NOT NULL DEFAULT '';

-- Where people and teams want to be told. Its places are as good as secrets, so the reading role has no
-- part in it.

CREATE TABLE contacts (
    tenant text NOT NULL,
    id text NOT NULL,
    owner text NOT NULL,
    channel text NOT NULL,
    place text NOT NULL,
    secret text NOT NULL,
    answers boolean NOT NULL,
    made_at timestamptz NOT NULL,
    PRIMARY KEY (tenant, id)
);

CREATE INDEX contacts_owner ON contacts (tenant, owner);

ALTER TABLE contacts ENABLE ROW LEVEL SECURITY;
