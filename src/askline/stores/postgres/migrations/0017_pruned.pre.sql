-- What was pruned of one tenant, in the order of time, and the drafts of one: neither is looked for among
-- those of all.
CREATE INDEX history_pruned_tenant ON history_pruned (tenant, ask_id);
CREATE INDEX ask_drafts_tenant ON ask_drafts (tenant);
