CREATE TABLE "buyer_events" (
	"event_id" text PRIMARY KEY NOT NULL,
	"webhook_id" text NOT NULL,
	"type" text NOT NULL,
	"cause" text NOT NULL,
	"order_id" text,
	"handover_id" text,
	"lead_id" bigint,
	"refunded_cents" integer,
	"occurred_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	CONSTRAINT "buyer_events_once" UNIQUE("webhook_id","cause"),
	CONSTRAINT "buyer_events_state" CHECK ("buyer_events"."state" in ('waiting', 'sent', 'failed', 'dropped'))
);
--> statement-breakpoint
CREATE TABLE "webhook_tries" (
	"try_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_tries_try_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" text NOT NULL,
	"tried_at" timestamp with time zone NOT NULL,
	"status" integer,
	"problem" text,
	"answer" text,
	"milliseconds" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"webhook_id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"url" text NOT NULL,
	"event_types" text[] NOT NULL,
	"off_reason" text,
	"sealed_secret" text NOT NULL,
	"sealed_previous" text,
	"previous_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"failing_since" timestamp with time zone,
	"times_off" integer DEFAULT 0 NOT NULL,
	"busy_until" timestamp with time zone,
	"claim" text,
	CONSTRAINT "webhooks_once" UNIQUE("email","url"),
	CONSTRAINT "webhooks_email_small" CHECK ("webhooks"."email" = lower("webhooks"."email"))
);
--> statement-breakpoint
CREATE INDEX "buyer_events_due" ON "buyer_events" USING btree ("next_try_at","webhook_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "buyer_events_of_webhook" ON "buyer_events" USING btree ("webhook_id","occurred_at");--> statement-breakpoint
CREATE INDEX "buyer_events_by_time" ON "buyer_events" USING btree ("occurred_at");--> statement-breakpoint
CREATE INDEX "webhook_tries_of_event" ON "webhook_tries" USING btree ("event_id","try_id");