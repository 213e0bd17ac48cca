CREATE TABLE "buyer_addresses" (
	"address" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"token_fingerprints" text[] DEFAULT '{}' NOT NULL,
	"link_expires_at" timestamp with time zone,
	"verified_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "buyer_addresses_order" UNIQUE("order_id"),
	CONSTRAINT "buyer_addresses_small" CHECK ("buyer_addresses"."address" = lower("buyer_addresses"."address"))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "bootstrap_email" text;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_bootstrap_email" UNIQUE("bootstrap_email");--> statement-breakpoint
-- Whoever paid for an order before is no new customer and gets no mail; nobody was asked to verify an address so far.
INSERT INTO "buyer_addresses" ("address", "order_id", "created_at")
SELECT DISTINCT ON (lower("email")) lower("email"), "order_id", "paid_at"
FROM "orders" WHERE "paid_at" IS NOT NULL AND "email" IS NOT NULL
ORDER BY lower("email"), "paid_at", "order_id";
