-- Other proofs of who somebody is than a password, of which a person may have several: passkeys, and who an
-- issuer says they are. And the challenges that passkeys answer, each once, at whichever replica.

CREATE TABLE passkeys (
    id text NOT NULL PRIMARY KEY,
    tenant text NOT NULL,
    person uuid NOT NULL,
    public_key text NOT NULL,
    sign_count bigint NOT NULL,
    name text NOT NULL,
    made_at timestamptz NOT NULL,
    used_at timestamptz,
    FOREIGN KEY (tenant, person) REFERENCES people (tenant, id)
);

CREATE INDEX passkeys_of ON passkeys (tenant, person);

CREATE TABLE identities (
    tenant text NOT NULL,
    issuer text NOT NULL,
    subject text NOT NULL,
    person uuid NOT NULL,
    made_at timestamptz NOT NULL,
    PRIMARY KEY (tenant, issuer, subject),
    FOREIGN KEY (tenant, person) REFERENCES people (tenant, id)
);

CREATE TABLE challenges (
    sha256 text NOT NULL PRIMARY KEY,
    expires_at timestamptz NOT NULL
);

CREATE INDEX challenges_expire ON challenges (expires_at);
CREATE INDEX invitations_of ON invitations (tenant, login);

-- Keys have no policy: the reading role sees none of them.
ALTER TABLE passkeys ENABLE ROW LEVEL SECURITY;
ALTER TABLE identities ENABLE ROW LEVEL SECURITY;
ALTER TABLE challenges ENABLE ROW LEVEL SECURITY;
