DROP INDEX "holds_live_by_owner";--> statement-breakpoint
DROP INDEX "holds_live_by_address";--> statement-breakpoint
DROP INDEX "holds_live_by_expiry";--> statement-breakpoint
CREATE INDEX "holds_live_by_owner" ON "holds" USING btree ("owner_id") WHERE state = 'live' and owner_id is not null;--> statement-breakpoint
CREATE INDEX "holds_live_by_address" ON "holds" USING btree ("address_key") WHERE state = 'live' and address_key is not null;--> statement-breakpoint
CREATE INDEX "holds_live_by_expiry" ON "holds" USING btree ("expires_at") WHERE state = 'live' and expires_at is not null;