DROP INDEX "leads_to_pick";--> statement-breakpoint
DROP INDEX "leads_to_age";--> statement-breakpoint
ALTER TABLE "lead_pools" ADD COLUMN "picked_to" jsonb;--> statement-breakpoint
CREATE INDEX "leads_to_pick" ON "leads" USING btree ("pool_id",(least(tier_cap, sold_cap) - sold - taken_beside) desc nulls last,"acquired_at" DESC NULLS LAST,"lead_id") WHERE pool_id is not null and not is_withheld and least(tier_cap, sold_cap) - sold - taken_beside > 0;--> statement-breakpoint
CREATE INDEX "leads_to_age" ON "leads" USING btree ("ages_at") WHERE pool_id is not null;--> statement-breakpoint
-- Room in each page for what holds change; pages that are full already get it as their leads change.
ALTER TABLE "leads" SET (fillfactor = 80);
--> statement-breakpoint
-- Emptied to nothing, it would be planned as a table that is read whole, until statistics know better in a rush.
ALTER TABLE "hold_leads" SET (vacuum_truncate = off);
