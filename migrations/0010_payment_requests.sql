CREATE TABLE "second_factors" (
	"user_id" text PRIMARY KEY NOT NULL,
	"sealed_secret" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"recovery_codes" text[] DEFAULT '{}' NOT NULL,
	"last_step" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"customer_id" text PRIMARY KEY NOT NULL,
	"rep_id" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"address" text,
	"business_name" text,
	"notes" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', translate(name || ' ' || email || ' ' || coalesce(business_name, ''), '@.-_+/<>:&', repeat(' ', 10)))) STORED,
	CONSTRAINT "customers_name" CHECK ("customers"."name" <> '')
);
--> statement-breakpoint
CREATE TABLE "payment_requests" (
	"payment_request_id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"order_id" text NOT NULL,
	"rep_id" text NOT NULL,
	"customer_id" text NOT NULL,
	"attempt_id" text,
	"status" text DEFAULT 'sent' NOT NULL,
	"customer_name" text NOT NULL,
	"customer_email" text NOT NULL,
	"total_cents" integer NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"special_offers" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"close_reason" text,
	"closed_by" text,
	"close_after" timestamp with time zone,
	"replaces_id" text,
	"opened_at" timestamp with time zone,
	"last_opened_at" timestamp with time zone,
	"remind_at" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	"mailings" integer DEFAULT 1 NOT NULL,
	"marked_paid_by" text,
	"mark_reference" text,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', translate(customer_name || ' ' || customer_email, '@.-_+/<>:&', repeat(' ', 10)))) STORED,
	CONSTRAINT "payment_requests_token" UNIQUE("token"),
	CONSTRAINT "payment_requests_order" UNIQUE("order_id"),
	CONSTRAINT "payment_requests_status" CHECK ("payment_requests"."status" in ('sent', 'paid', 'processed', 'expired')),
	CONSTRAINT "payment_requests_paid_at" CHECK (("payment_requests"."status" in ('paid', 'processed')) = ("payment_requests"."paid_at" is not null)),
	CONSTRAINT "payment_requests_closed" CHECK (("payment_requests"."status" = 'expired') = ("payment_requests"."close_reason" is not null)),
	CONSTRAINT "payment_requests_close_reason" CHECK ("payment_requests"."close_reason" in ('time', 'replaced', 'voided')),
	CONSTRAINT "payment_requests_total" CHECK ("payment_requests"."total_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "payment_declines" (
	"event_id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"reason" text NOT NULL,
	"declined_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "customers_one_per_address" ON "customers" USING btree ("rep_id",lower(email));--> statement-breakpoint
CREATE INDEX "customers_of_rep" ON "customers" USING btree ("rep_id",lower(name),"customer_id");--> statement-breakpoint
CREATE INDEX "customers_by_name" ON "customers" USING btree (lower(name),"customer_id");--> statement-breakpoint
CREATE INDEX "customers_search" ON "customers" USING gin ("search");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_requests_attempt" ON "payment_requests" USING btree ("rep_id","attempt_id") WHERE attempt_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_requests_replaced_once" ON "payment_requests" USING btree ("replaces_id") WHERE replaces_id is not null;--> statement-breakpoint
CREATE INDEX "payment_requests_of_rep" ON "payment_requests" USING btree ("rep_id","created_at","payment_request_id");--> statement-breakpoint
CREATE INDEX "payment_requests_of_rep_by_status" ON "payment_requests" USING btree ("rep_id","status","created_at","payment_request_id");--> statement-breakpoint
CREATE INDEX "payment_requests_of_rep_by_customer" ON "payment_requests" USING btree ("rep_id",lower(customer_name),"payment_request_id");--> statement-breakpoint
CREATE INDEX "payment_requests_by_date" ON "payment_requests" USING btree ("created_at","payment_request_id");--> statement-breakpoint
CREATE INDEX "payment_requests_by_status" ON "payment_requests" USING btree ("status","created_at","payment_request_id");--> statement-breakpoint
CREATE INDEX "payment_requests_by_customer_name" ON "payment_requests" USING btree (lower(customer_name),"payment_request_id");--> statement-breakpoint
CREATE INDEX "payment_requests_search" ON "payment_requests" USING gin ("search");--> statement-breakpoint
CREATE INDEX "payment_requests_of_customer" ON "payment_requests" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_requests_by_end" ON "payment_requests" USING btree ("expires_at") WHERE status = 'sent';--> statement-breakpoint
CREATE INDEX "payment_requests_to_remind" ON "payment_requests" USING btree ("remind_at") WHERE status = 'sent' and reminded_at is null;--> statement-breakpoint
CREATE INDEX "payment_declines_of_payment" ON "payment_declines" USING btree ("payment_id","declined_at");