-- Which agent has not been told all of an ask: it is pending, or nobody reported that its outcome or
-- an amendment arrived. Empty once all is delivered, so the index holds only what is looked for.
ALTER TABLE asks ADD COLUMN owed_to TEXT;

CREATE INDEX asks_owed ON asks (tenant, owed_to, state) WHERE owed_to IS NOT NULL;
