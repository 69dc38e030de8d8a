-- How much of what asks can be each replica knows, see askline.service.hub.abreast. Versions before this one
-- say nothing of it, and know nothing new.
ALTER TABLE replicas ADD COLUMN knows integer NOT NULL DEFAULT 0;
