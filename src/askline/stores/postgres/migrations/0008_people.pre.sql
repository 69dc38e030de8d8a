-- Who a hub is for. Whatever changes what somebody may do is written against the revision of its tenant,
-- so that two changes that contradict each other do not both happen.

CREATE TABLE tenants (
    tenant text NOT NULL PRIMARY KEY,
    name text NOT NULL,
    made_at timestamptz NOT NULL,
    revision bigint NOT NULL DEFAULT 0
);

-- Who left stays, for the names under what they answered; their login is free again.
CREATE TABLE people (
    tenant text NOT NULL REFERENCES tenants,
    id uuid NOT NULL,
    login text NOT NULL,
    name text NOT NULL,
    joined_at timestamptz NOT NULL,
    left_at timestamptz,
    PRIMARY KEY (tenant, id)
);

CREATE UNIQUE INDEX people_login ON people (tenant, login) WHERE left_at IS NULL;

CREATE TABLE teams (
    tenant text NOT NULL REFERENCES tenants,
    name text NOT NULL,
    made_at timestamptz NOT NULL,
    PRIMARY KEY (tenant, name)
);

-- Without a team a role is of the whole tenant. The keys that lead to person and team carry the tenant,
-- so that no row can join two.
CREATE TABLE memberships (
    tenant text NOT NULL,
    person uuid NOT NULL,
    role text NOT NULL,
    team text,
    FOREIGN KEY (tenant, person) REFERENCES people (tenant, id),
    FOREIGN KEY (tenant, team) REFERENCES teams (tenant, name)
);

CREATE UNIQUE INDEX memberships_once ON memberships (tenant, person, role, coalesce(team, ''));
CREATE INDEX memberships_roles ON memberships (tenant, role);

CREATE TABLE project_access (
    tenant text NOT NULL,
    project text NOT NULL,
    team text NOT NULL,
    PRIMARY KEY (tenant, project, team),
    FOREIGN KEY (tenant, team) REFERENCES teams (tenant, name)
);

-- Keys to doors, by the hash of what was shown once.

CREATE TABLE tokens (
    id uuid NOT NULL PRIMARY KEY,
    tenant text NOT NULL,
    sha256 text NOT NULL UNIQUE,
    shown text NOT NULL,
    name text NOT NULL,
    principal text NOT NULL,
    scopes text[] NOT NULL,
    made_by uuid NOT NULL,
    made_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    project text,
    used_at timestamptz,
    revoked_at timestamptz,
    successor uuid,
    FOREIGN KEY (tenant, made_by) REFERENCES people (tenant, id)
);

CREATE INDEX tokens_of ON tokens (tenant, id);

CREATE TABLE invitations (
    sha256 text NOT NULL PRIMARY KEY,
    tenant text NOT NULL,
    login text NOT NULL,
    grants jsonb NOT NULL,
    made_by uuid NOT NULL,
    expires_at timestamptz NOT NULL,
    FOREIGN KEY (tenant, made_by) REFERENCES people (tenant, id)
);

CREATE INDEX invitations_expire ON invitations (expires_at);

CREATE TABLE credentials (
    tenant text NOT NULL,
    person uuid NOT NULL,
    kind text NOT NULL,
    secret text NOT NULL,
    made_at timestamptz NOT NULL,
    PRIMARY KEY (tenant, person, kind),
    FOREIGN KEY (tenant, person) REFERENCES people (tenant, id)
);

CREATE TABLE sessions (
    sha256 text NOT NULL PRIMARY KEY,
    tenant text NOT NULL,
    person uuid NOT NULL,
    made_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    FOREIGN KEY (tenant, person) REFERENCES people (tenant, id)
);

CREATE INDEX sessions_of ON sessions (tenant, person);
CREATE INDEX sessions_expire ON sessions (expires_at);

ALTER TABLE tenants ENABLE ROW LEVEL SECURITY;
ALTER TABLE people ENABLE ROW LEVEL SECURITY;
ALTER TABLE teams ENABLE ROW LEVEL SECURITY;
ALTER TABLE memberships ENABLE ROW LEVEL SECURITY;
ALTER TABLE project_access ENABLE ROW LEVEL SECURITY;
-- Keys have no policy: the reading role sees none of them.
ALTER TABLE tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE invitations ENABLE ROW LEVEL SECURITY;
ALTER TABLE credentials ENABLE ROW LEVEL SECURITY;
ALTER TABLE sessions ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_tenant ON tenants FOR SELECT TO askline_reader
    USING (tenant = current_setting('askline.tenant', true));
CREATE POLICY one_tenant ON people FOR SELECT TO askline_reader
    USING (tenant = current_setting('askline.tenant', true));
CREATE POLICY one_tenant ON teams FOR SELECT TO askline_reader
    USING (tenant = current_setting('askline.tenant', true));
CREATE POLICY one_tenant ON memberships FOR SELECT TO askline_reader
    USING (tenant = current_setting('askline.tenant', true));
CREATE POLICY one_tenant ON project_access FOR SELECT TO askline_reader
    USING (tenant = current_setting('askline.tenant', true));

GRANT SELECT ON tenants, people, teams, memberships, project_access TO askline_reader;
