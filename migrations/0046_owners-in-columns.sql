-- Derived columns, because an older version of the store may write beside a newer one and fills `owner_id` alone. Each table
-- is rewritten once, and writers wait for that: 7 s for a million holds, and for 300,000 orders, on two slow cores.
ALTER TABLE "holds" ADD COLUMN "owner_kind" text GENERATED ALWAYS AS (split_part(owner_id, ':', 1)) STORED NOT NULL,
  ADD COLUMN "owner_key" text GENERATED ALWAYS AS (substr(owner_id, strpos(owner_id, ':') + 1)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "payment_request_id" text GENERATED ALWAYS AS (case when owner_id like 'request:%' then substr(owner_id, 9) end) STORED;
