CREATE TABLE "restock_requests" (
	"request_id" text PRIMARY KEY NOT NULL,
	"customer_key" text NOT NULL,
	"email" text NOT NULL,
	"package_id" text NOT NULL,
	"confirm_fingerprint" text NOT NULL,
	"end_fingerprint" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"asks" integer DEFAULT 1 NOT NULL,
	"confirmed_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"told_restock" integer,
	"told_at" timestamp with time zone,
	"notices" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "restock_requests_once" UNIQUE("customer_key","package_id"),
	CONSTRAINT "restock_requests_confirm" UNIQUE("confirm_fingerprint"),
	CONSTRAINT "restock_requests_end" UNIQUE("end_fingerprint")
);
--> statement-breakpoint
CREATE TABLE "restock_watches" (
	"package_id" text PRIMARY KEY NOT NULL,
	"is_out" boolean NOT NULL,
	"restocks" integer DEFAULT 0 NOT NULL,
	"units_most" integer DEFAULT 0 NOT NULL,
	"told" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "restock_watches_told" CHECK ("restock_watches"."told" >= 0)
);
--> statement-breakpoint
CREATE INDEX "restock_requests_in_line" ON "restock_requests" USING btree ("package_id","told_at" NULLS FIRST,"asked_at","request_id") WHERE confirmed_at is not null;--> statement-breakpoint
CREATE INDEX "restock_requests_by_end" ON "restock_requests" USING btree ("expires_at");