CREATE TABLE "restores" (
	"started_at" timestamp with time zone PRIMARY KEY NOT NULL,
	"restored_to" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "unknown_payments" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"contact" text,
	"found_at" timestamp with time zone NOT NULL,
	"refund_asked_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE INDEX "unknown_payments_waiting" ON "unknown_payments" USING btree ("created_at") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "unknown_payments_by_time" ON "unknown_payments" USING btree ("found_at");