-- Who put a file down: they alone may name it in an answer, and those who may see an ask that names it.
-- Nothing where a version put it down that did not keep it.
ALTER TABLE attachments ADD COLUMN put_by text[];
