CREATE TABLE "sms_events" (
	"event_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sms_stops" (
	"number_key" text PRIMARY KEY NOT NULL,
	"stopped_at" timestamp with time zone,
	"keyword" text NOT NULL,
	"replied_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_state";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "provider_id" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "provider_state" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "provider_attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "claimed_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "sms_events_reports" ON "sms_events" USING btree ("received_at") WHERE kind = 'report';--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_state" CHECK ("messages"."state" in ('waiting', 'sent', 'failed', 'stopped'));