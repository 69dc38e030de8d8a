-- Which agent has not been told all of an ask: it is pending, or nobody reported that its outcome or
-- an amendment arrived. Empty once all is delivered, so the index holds only what is looked for. It
-- must not hold the id: a look-up by id would take it, as the newest, on a day that is still empty.

ALTER TABLE asks ADD COLUMN owed_to text;

CREATE INDEX asks_owed ON asks (tenant, owed_to, state) WHERE owed_to IS NOT NULL;
