CREATE TABLE "desk_codes" (
	"code_id" text PRIMARY KEY NOT NULL,
	"customer_key" text NOT NULL,
	"email" text NOT NULL,
	"link_fingerprint" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "desk_codes_link" UNIQUE("link_fingerprint")
);
--> statement-breakpoint
CREATE TABLE "desk_sessions" (
	"session_id" text PRIMARY KEY NOT NULL,
	"token_fingerprint" text NOT NULL,
	"customer_key" text NOT NULL,
	"email" text NOT NULL,
	"user_agent" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "desk_sessions_token" UNIQUE("token_fingerprint")
);
--> statement-breakpoint
CREATE INDEX "desk_codes_of_customer" ON "desk_codes" USING btree ("customer_key","expires_at");--> statement-breakpoint
CREATE INDEX "desk_codes_by_end" ON "desk_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "desk_sessions_of_customer" ON "desk_sessions" USING btree ("customer_key","used_at");--> statement-breakpoint
CREATE INDEX "desk_sessions_by_end" ON "desk_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "payment_requests_open_of_buyer" ON "payment_requests" USING btree (lower(customer_email)) WHERE status = 'sent';--> statement-breakpoint
CREATE INDEX "orders_paid_of_buyer" ON "orders" USING btree (lower(email),"paid_at","order_id") WHERE paid_at is not null;