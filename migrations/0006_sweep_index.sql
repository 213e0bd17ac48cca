DROP INDEX "holds_live_by_expiry";--> statement-breakpoint
CREATE INDEX "holds_live_by_expiry" ON "holds" USING btree ("expires_at") WHERE state = 'live' and ended_at is null;