-- Answers that a person has not sent, so that another door can go on with them.

CREATE TABLE ask_drafts (
    tenant text NOT NULL,
    ask_id uuid NOT NULL,
    person text NOT NULL,
    answers jsonb NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (ask_id, person)
);

ALTER TABLE ask_drafts ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_tenant ON ask_drafts FOR SELECT TO askline_reader
    USING (tenant = current_setting('askline.tenant', true));

GRANT SELECT ON ask_drafts TO askline_reader;
