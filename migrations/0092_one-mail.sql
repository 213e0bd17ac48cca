DROP INDEX "messages_unqueued";--> statement-breakpoint
ALTER TABLE "delivery_handovers" ADD COLUMN "confirms_order" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "messages_unqueued" ON "messages" USING btree (coalesce(due_at, created_at)) WHERE queued_at is null;