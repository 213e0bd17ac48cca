CREATE INDEX "holds_with_leads_by_package" ON "holds" USING btree ("package_id") WHERE has_leads and state <> 'sold' and package_id is not null;--> statement-breakpoint
-- It got an entry with each lead that a hold set aside. A node of the version before reads all of the table for the rare question.
DROP INDEX "hold_leads_by_lead";
