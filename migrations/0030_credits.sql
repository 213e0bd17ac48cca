CREATE TABLE "credit_entries" (
	"entry_id" text PRIMARY KEY NOT NULL,
	"customer_key" text NOT NULL,
	"cents" integer NOT NULL,
	"reason" text NOT NULL,
	"order_id" text NOT NULL,
	"line_number" integer,
	"note" text,
	"decided_by" text,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "credit_entries_reason" CHECK ("credit_entries"."reason" in ('late', 'granted', 'reserved', 'returned', 'refund', 'taken_back')),
	CONSTRAINT "credit_entries_sign" CHECK (case when "credit_entries"."reason" in ('reserved', 'taken_back') then "credit_entries"."cents" < 0 else "credit_entries"."cents" > 0 end),
	CONSTRAINT "credit_entries_line" CHECK ("credit_entries"."reason" <> 'late' or "credit_entries"."line_number" is not null)
);
--> statement-breakpoint
CREATE TABLE "credit_codes" (
	"code_id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"customer_key" text NOT NULL,
	"email" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"open_until" timestamp with time zone,
	CONSTRAINT "credit_codes_tries" CHECK ("credit_codes"."tries" between 0 and 5)
);
--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_amount";--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "credit_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "credit_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD COLUMN "credit_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "credit_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "credit_entries_of_customer" ON "credit_entries" USING btree ("customer_key","made_at");--> statement-breakpoint
CREATE INDEX "credit_entries_of_order" ON "credit_entries" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "credit_codes_of_owner" ON "credit_codes" USING btree ("owner_id","asked_at");--> statement-breakpoint
CREATE INDEX "credit_codes_by_age" ON "credit_codes" USING btree ("asked_at");--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_credit" CHECK ("order_lines"."credit_cents" between 0 and "order_lines"."price_cents" - "order_lines"."discount_cents");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_credit_within_total" CHECK ("orders"."credit_cents" between 0 and "orders"."total_cents");--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_credit" CHECK ("refund_lines"."credit_cents" between 0 and "refund_lines"."amount_cents");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_cents" >= 0 and "refunds"."credit_cents" >= 0 and "refunds"."amount_cents" + "refunds"."credit_cents" > 0);