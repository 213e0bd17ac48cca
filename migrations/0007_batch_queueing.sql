ALTER TABLE "messages" ADD COLUMN "queued_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "queued_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "messages_unqueued" ON "messages" USING btree ("created_at") WHERE queued_at is null;--> statement-breakpoint
CREATE INDEX "webhook_events_unsorted" ON "webhook_events" USING btree ("received_at") WHERE handled_at is null and queued_at is null;