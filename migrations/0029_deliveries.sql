CREATE TABLE "deliveries" (
	"order_id" text NOT NULL,
	"line_number" integer NOT NULL,
	"hold_id" text NOT NULL,
	"kind" text NOT NULL,
	"method" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"leads" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"handover_id" text,
	"sent_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"handled_by" text,
	"note" text,
	"problem" text,
	"first_warning_id" text,
	"last_warning_id" text,
	"late_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	CONSTRAINT "deliveries_order_id_line_number_pk" PRIMARY KEY("order_id","line_number"),
	CONSTRAINT "deliveries_state" CHECK ("deliveries"."state" in ('waiting', 'sent', 'delivered', 'failed', 'cancelled')),
	CONSTRAINT "deliveries_failed_why" CHECK ("deliveries"."state" <> 'failed' or "deliveries"."problem" is not null)
);
--> statement-breakpoint
CREATE TABLE "delivery_downloads" (
	"download_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "delivery_downloads_download_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" text NOT NULL,
	"line_number" integer NOT NULL,
	"handover_id" text NOT NULL,
	"format" text NOT NULL,
	"downloaded_at" timestamp with time zone NOT NULL,
	"network" text
);
--> statement-breakpoint
CREATE TABLE "delivery_files" (
	"order_id" text NOT NULL,
	"line_number" integer NOT NULL,
	"format" text NOT NULL,
	"name" text NOT NULL,
	"bytes" bytea NOT NULL,
	"size" integer NOT NULL,
	"checksum" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"kept_until" timestamp with time zone NOT NULL,
	CONSTRAINT "delivery_files_order_id_line_number_format_pk" PRIMARY KEY("order_id","line_number","format"),
	CONSTRAINT "delivery_files_format" CHECK ("delivery_files"."format" in ('csv', 'xlsx', 'attached'))
);
--> statement-breakpoint
CREATE TABLE "delivery_handovers" (
	"handover_id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"token_fingerprint" text NOT NULL,
	"message_id" text NOT NULL,
	"has_switched" boolean DEFAULT false NOT NULL,
	"sent_to" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_by" text,
	"attempt_id" text,
	CONSTRAINT "delivery_handovers_token" UNIQUE("token_fingerprint")
);
--> statement-breakpoint
CREATE INDEX "deliveries_open" ON "deliveries" USING btree ("due_at","order_id","line_number") WHERE state in ('waiting', 'failed');--> statement-breakpoint
CREATE INDEX "deliveries_late" ON "deliveries" USING btree ("due_at") WHERE late_at is null and (state in ('waiting', 'failed') or sent_at > due_at);--> statement-breakpoint
CREATE INDEX "deliveries_by_handover" ON "deliveries" USING btree ("handover_id") WHERE handover_id is not null;--> statement-breakpoint
CREATE INDEX "deliveries_by_first_warning" ON "deliveries" USING btree ("first_warning_id") WHERE first_warning_id is not null;--> statement-breakpoint
CREATE INDEX "deliveries_by_last_warning" ON "deliveries" USING btree ("last_warning_id") WHERE last_warning_id is not null;--> statement-breakpoint
CREATE INDEX "delivery_downloads_by_line" ON "delivery_downloads" USING btree ("order_id","line_number","downloaded_at");--> statement-breakpoint
CREATE INDEX "delivery_downloads_by_time" ON "delivery_downloads" USING btree ("downloaded_at") WHERE network is not null;--> statement-breakpoint
CREATE INDEX "delivery_files_by_end" ON "delivery_files" USING btree ("kept_until");--> statement-breakpoint
CREATE INDEX "delivery_handovers_by_order" ON "delivery_handovers" USING btree ("order_id");--> statement-breakpoint
-- Orders that were paid before there were deliveries wait for a person, or for the job that delivers their leads. Where the 24 hours are over already, nobody is warned and nothing follows from it.
INSERT INTO "deliveries" ("order_id", "line_number", "hold_id", "kind", "method", "leads", "created_at", "due_at", "first_warning_id", "last_warning_id", "late_at")
SELECT o."order_id", l."line_number", l."hold_id", CASE WHEN h."has_leads" THEN 'leads' ELSE 'by_hand' END, l."delivery_method", l."size" + l."bonus_leads", o."paid_at", o."paid_at" + interval '24 hours',
	CASE WHEN o."paid_at" + interval '24 hours' < now() THEN 'before' END, CASE WHEN o."paid_at" + interval '24 hours' < now() THEN 'before' END, CASE WHEN o."paid_at" + interval '24 hours' < now() THEN o."paid_at" + interval '24 hours' END
FROM "orders" o JOIN "order_lines" l ON l."order_id" = o."order_id" AND l."revision" = o."revision" LEFT JOIN "holds" h ON h."hold_id" = l."hold_id"
WHERE o."state" = 'paid' AND l."outcome" = 'sold' AND l."hold_id" IS NOT NULL;
