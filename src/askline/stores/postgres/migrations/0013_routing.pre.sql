-- Whom asks go to: what a tenant's rules say, and who said to be away.

-- Rules are written against the revision of their tenant; no two of a tenant are for the same.
CREATE TABLE routing_rules (
    tenant text NOT NULL REFERENCES tenants,
    name text NOT NULL,
    project text,
    kind text,
    body jsonb NOT NULL,
    PRIMARY KEY (tenant, name)
);

CREATE UNIQUE INDEX routing_rules_once
    ON routing_rules (tenant, (project IS NULL), coalesce(project, ''), coalesce(kind, ''));

-- One of a person. Their deputy is a person or a team of the same tenant.
CREATE TABLE absences (
    tenant text NOT NULL,
    person uuid NOT NULL,
    words text NOT NULL,
    since timestamptz NOT NULL,
    until timestamptz,
    deputy uuid,
    deputy_team text,
    PRIMARY KEY (tenant, person),
    FOREIGN KEY (tenant, person) REFERENCES people (tenant, id),
    FOREIGN KEY (tenant, deputy) REFERENCES people (tenant, id),
    FOREIGN KEY (tenant, deputy_team) REFERENCES teams (tenant, name)
);

CREATE INDEX absences_over ON absences (until);
CREATE INDEX memberships_teams ON memberships (tenant, team);

ALTER TABLE routing_rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE absences ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_tenant ON routing_rules FOR SELECT TO askline_reader
    USING (tenant = current_setting('askline.tenant', true));
CREATE POLICY one_tenant ON absences FOR SELECT TO askline_reader
    USING (tenant = current_setting('askline.tenant', true));

GRANT SELECT ON routing_rules, absences TO askline_reader;
