DROP INDEX "leads_listed_once";--> statement-breakpoint
-- Of a property that was for sale on two lists the newest lead stays. The others are offered to nobody from now on; the next look at
-- ages takes them out of their pools, and lets these packages show what is left.
WITH ranked AS (
  SELECT lead_id, row_number() OVER (PARTITION BY property_key ORDER BY acquired_at DESC, lead_id DESC) AS place
  FROM leads WHERE pool_id IS NOT NULL AND NOT is_withheld
)
UPDATE leads l SET is_withheld = true, ages_at = l.acquired_at FROM ranked WHERE ranked.lead_id = l.lead_id AND ranked.place > 1;--> statement-breakpoint
UPDATE lead_pools p SET places = coalesce((
  SELECT array_agg((SELECT count(*)::int FROM leads l WHERE l.pool_id = p.pool_id AND l.places = n) ORDER BY n)
  FROM generate_series(1, (SELECT max(l.places) FROM leads l WHERE l.pool_id = p.pool_id)) n
), '{}')
WHERE EXISTS (SELECT FROM leads l WHERE l.pool_id = p.pool_id AND l.is_withheld AND l.ages_at = l.acquired_at);--> statement-breakpoint
ALTER TABLE "leads" drop column "places";--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "taken_beside" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "places" smallint GENERATED ALWAYS AS (case when pool_id is null or is_withheld then 0 else greatest(0, least(tier_cap, sold_cap) - held - sold - taken_beside) end) STORED NOT NULL;--> statement-breakpoint
-- It went with the column.
CREATE INDEX "leads_to_pick" ON "leads" USING btree ("pool_id","places" DESC NULLS LAST,"acquired_at" DESC NULLS LAST,"lead_id") WHERE places > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "leads_listed_once" ON "leads" USING btree ("property_key") WHERE pool_id is not null and not is_withheld;
