-- Derived columns, because an older version of the store may write beside a newer one and fills only the ids. The table is
-- rewritten once, and writers wait for that.
ALTER TABLE "credit_entries"
  ADD COLUMN "refund_id" text GENERATED ALWAYS AS (case when reason in ('refund', 'taken_back') then split_part(entry_id, '.', 2) end) STORED,
  ADD COLUMN "is_rest" boolean GENERATED ALWAYS AS (reason = 'taken_back' and entry_id like '%.rest') STORED NOT NULL;
