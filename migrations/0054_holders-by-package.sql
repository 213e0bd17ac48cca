-- At once, and holds first, as every transaction takes them: otherwise this and a sale of a running node could wait for each other.
LOCK TABLE "holds", "hold_leads" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
CREATE INDEX "holds_with_leads_by_package" ON "holds" USING btree ("package_id") WHERE has_leads and state <> 'sold' and package_id is not null;--> statement-breakpoint
-- It got an entry for each lead of a hold. A node of the previous version reads all of hold_leads for the rare question it served.
DROP INDEX "hold_leads_by_lead";
