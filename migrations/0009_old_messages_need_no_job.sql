-- Messages handed over before 0007 carry no `queued_at`; the queue would give each a job that finds nothing to do.
UPDATE "messages" SET "queued_at" = "created_at" WHERE "queued_at" IS NULL AND "state" <> 'waiting';
