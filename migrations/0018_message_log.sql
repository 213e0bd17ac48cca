ALTER TABLE "messages" ADD COLUMN "channel" text DEFAULT 'email' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "sent_to" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "resent_from" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "attempt_id" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "dismissed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "messages_by_kind" ON "messages" USING btree ("kind","state","created_at");--> statement-breakpoint
CREATE INDEX "messages_by_address" ON "messages" USING btree ("sent_to","created_at") WHERE sent_to is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_resent_once" ON "messages" USING btree ("resent_from","attempt_id") WHERE resent_from is not null;