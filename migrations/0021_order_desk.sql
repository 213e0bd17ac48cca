CREATE TABLE "disputes" (
	"dispute_id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"order_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"due_by" timestamp with time zone,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"asked_at" timestamp with time zone NOT NULL,
	"evidence" jsonb,
	"evidence_version" integer DEFAULT 0 NOT NULL,
	"submitted_at" timestamp with time zone,
	"submitted_by" text,
	CONSTRAINT "disputes_amount" CHECK ("disputes"."amount_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"changed_by" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "disputes_of_order" ON "disputes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "disputes_waiting" ON "disputes" USING btree ((coalesce(due_by, 'infinity')),"dispute_id") WHERE status in ('needs_response', 'warning_needs_response');--> statement-breakpoint
CREATE INDEX "disputes_settled" ON "disputes" USING btree ("opened_at","dispute_id") WHERE status not in ('needs_response', 'warning_needs_response');--> statement-breakpoint
CREATE INDEX "orders_paid_by_state" ON "orders" USING btree ("state","paid_at","order_id") WHERE paid_at is not null;--> statement-breakpoint
CREATE INDEX "orders_paid_by_email" ON "orders" USING btree ((lower(email)) text_pattern_ops,"paid_at") WHERE paid_at is not null;--> statement-breakpoint
CREATE INDEX "orders_paid_by_name" ON "orders" USING btree ((lower(full_name)) text_pattern_ops,"paid_at") WHERE paid_at is not null;--> statement-breakpoint
CREATE INDEX "orders_paid_by_last_name" ON "orders" USING btree ((lower(substring(full_name from '[^ ]+$'))) text_pattern_ops,"paid_at") WHERE paid_at is not null;--> statement-breakpoint
CREATE INDEX "orders_not_by_card" ON "orders" USING btree ("payment_method",(coalesce(paid_at, closed_at)),"order_id") WHERE payment_method <> 'stripe' and state <> 'awaiting_payment';--> statement-breakpoint
CREATE INDEX "sale_entries_of_package" ON "sale_entries" USING btree ("lead_type","tier","size","day","at","order_id") WHERE refund_id = '';--> statement-breakpoint
CREATE INDEX "sale_entries_of_state" ON "sale_entries" USING btree ("state","day","at","order_id") WHERE refund_id = '';--> statement-breakpoint
CREATE INDEX "sale_entries_of_county" ON "sale_entries" USING btree ((split_part(package_id, '-', 1)),"day","at","order_id") WHERE refund_id = '';--> statement-breakpoint
CREATE INDEX "sale_entries_of_channel" ON "sale_entries" USING btree ("channel","day","at","order_id") WHERE refund_id = '';