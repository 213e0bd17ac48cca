CREATE TABLE "job_workers" (
	"worker_id" text PRIMARY KEY NOT NULL,
	"beat_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "store_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cart_lines" (
	"hold_id" text PRIMARY KEY NOT NULL,
	"delivery_method" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "counties" (
	"fips" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "counties_by_name" UNIQUE("state","name")
);
--> statement-breakpoint
CREATE TABLE "prices" (
	"lead_type" text NOT NULL,
	"tier" text NOT NULL,
	"size" integer NOT NULL,
	"price_cents" integer NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"changed_by" text,
	CONSTRAINT "prices_lead_type_tier_size_pk" PRIMARY KEY("lead_type","tier","size"),
	CONSTRAINT "prices_chargeable" CHECK ("prices"."price_cents" = 0 or "prices"."price_cents" >= 50)
);
--> statement-breakpoint
CREATE TABLE "holds" (
	"hold_id" text PRIMARY KEY NOT NULL,
	"package_id" text NOT NULL,
	"owner_id" text NOT NULL,
	"address_key" text,
	"state" text DEFAULT 'live' NOT NULL,
	"took_unit" boolean NOT NULL,
	"placed_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"order_id" text,
	CONSTRAINT "holds_state" CHECK ("holds"."state" in ('live', 'sold', 'released', 'expired')),
	CONSTRAINT "holds_ended_once" CHECK (("holds"."state" = 'live') = ("holds"."ended_at" is null)),
	CONSTRAINT "holds_sold_to_an_order" CHECK (("holds"."state" = 'sold') = ("holds"."order_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "packages" (
	"package_id" text PRIMARY KEY NOT NULL,
	"fips" text NOT NULL,
	"lead_type" text NOT NULL,
	"tier" text NOT NULL,
	"size" integer NOT NULL,
	"available" integer DEFAULT 0 NOT NULL,
	"is_unlimited" boolean DEFAULT false NOT NULL,
	"unlimited_shown" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "packages_available_not_negative" CHECK ("packages"."available" >= 0),
	CONSTRAINT "packages_unlimited_shown" CHECK (not "packages"."is_unlimited" or "packages"."unlimited_shown" > 999)
);
--> statement-breakpoint
CREATE TABLE "stock_movements" (
	"package_id" text NOT NULL,
	"movement_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "stock_movements_movement_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delta" integer NOT NULL,
	"reason" text NOT NULL,
	"cause" text NOT NULL,
	"note" text,
	"moved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "stock_movements_package_id_movement_id_pk" PRIMARY KEY("package_id","movement_id"),
	CONSTRAINT "stock_movements_reason" CHECK ("stock_movements"."reason" in ('set', 'hold', 'release', 'expire', 'refund'))
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"message_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "messages_state" CHECK ("messages"."state" in ('waiting', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"order_id" text NOT NULL,
	"revision" integer NOT NULL,
	"line_number" integer NOT NULL,
	"hold_id" text,
	"package_id" text NOT NULL,
	"lead_type" text NOT NULL,
	"tier" text NOT NULL,
	"size" integer NOT NULL,
	"state" text NOT NULL,
	"county" text NOT NULL,
	"delivery_method" text NOT NULL,
	"price_cents" integer NOT NULL,
	"discount_cents" integer DEFAULT 0 NOT NULL,
	"bonus_leads" integer DEFAULT 0 NOT NULL,
	"outcome" text DEFAULT 'open' NOT NULL,
	CONSTRAINT "order_lines_order_id_revision_line_number_pk" PRIMARY KEY("order_id","revision","line_number"),
	CONSTRAINT "order_lines_discount" CHECK ("order_lines"."discount_cents" between 0 and "order_lines"."price_cents"),
	CONSTRAINT "order_lines_outcome" CHECK ("order_lines"."outcome" in ('open', 'sold', 'refunded'))
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"order_id" text PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"token" text NOT NULL,
	"owner_id" text NOT NULL,
	"state" text DEFAULT 'awaiting_payment' NOT NULL,
	"revision" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"lines_digest" text NOT NULL,
	"opening_revision" integer,
	"opening_cents" integer,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"payment_method" text NOT NULL,
	"is_frozen" boolean DEFAULT false NOT NULL,
	"full_name" text,
	"email" text,
	"business_name" text,
	"cell_phone" text,
	"address" text,
	"rep_id" text,
	"commission_bps" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	CONSTRAINT "orders_reference" UNIQUE("reference"),
	CONSTRAINT "orders_token" UNIQUE("token"),
	CONSTRAINT "orders_state" CHECK ("orders"."state" in ('awaiting_payment', 'paid', 'processed', 'refunded', 'cancelled')),
	CONSTRAINT "orders_total_not_negative" CHECK ("orders"."total_cents" >= 0),
	CONSTRAINT "orders_refund_within_total" CHECK ("orders"."refunded_cents" between 0 and "orders"."total_cents"),
	CONSTRAINT "orders_paid_at" CHECK (("orders"."state" in ('paid', 'processed', 'refunded')) = ("orders"."paid_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"state" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"revision" integer NOT NULL,
	"client_secret" text,
	"created_at" timestamp with time zone NOT NULL,
	"check_at" timestamp with time zone NOT NULL,
	"challenged_at" timestamp with time zone,
	"succeeded_at" timestamp with time zone,
	"disputed_at" timestamp with time zone,
	CONSTRAINT "payments_one_per_order" UNIQUE("order_id"),
	CONSTRAINT "payments_state" CHECK ("payments"."state" in ('open', 'succeeded', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"refund_id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"order_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'due' NOT NULL,
	"provider_refund_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"made_at" timestamp with time zone,
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"event_id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"subject" jsonb NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"handled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "holds_live_by_owner" ON "holds" USING btree ("owner_id") WHERE state = 'live';--> statement-breakpoint
CREATE INDEX "holds_live_by_address" ON "holds" USING btree ("address_key") WHERE state = 'live';--> statement-breakpoint
CREATE INDEX "holds_live_by_expiry" ON "holds" USING btree ("expires_at") WHERE state = 'live';--> statement-breakpoint
CREATE INDEX "packages_by_county" ON "packages" USING btree ("fips");--> statement-breakpoint
CREATE UNIQUE INDEX "order_lines_hold_sold_once" ON "order_lines" USING btree ("hold_id") WHERE outcome = 'sold';--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_open_per_cart" ON "orders" USING btree ("owner_id") WHERE state = 'awaiting_payment' and not is_frozen;--> statement-breakpoint
CREATE INDEX "orders_by_owner" ON "orders" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "orders_waiting" ON "orders" USING btree ("created_at") WHERE state = 'awaiting_payment';--> statement-breakpoint
CREATE INDEX "payments_open" ON "payments" USING btree ("check_at") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "refunds_by_payment" ON "refunds" USING btree ("payment_id");