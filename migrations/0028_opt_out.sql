CREATE TABLE "lead_shortfalls" (
	"order_id" text NOT NULL,
	"hold_id" text NOT NULL,
	"leads" integer NOT NULL,
	"noted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lead_shortfalls_order_id_hold_id_pk" PRIMARY KEY("order_id","hold_id"),
	CONSTRAINT "lead_shortfalls_some" CHECK ("lead_shortfalls"."leads" > 0)
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"property_key" uuid PRIMARY KEY NOT NULL,
	"suppressed_at" timestamp with time zone NOT NULL,
	"cause" text NOT NULL,
	CONSTRAINT "suppressions_cause" CHECK ("suppressions"."cause" in ('owner', 'administrator'))
);
--> statement-breakpoint
CREATE TABLE "opt_out_notices" (
	"notice_id" text PRIMARY KEY NOT NULL,
	"property_key" uuid NOT NULL,
	"buyer_key" text NOT NULL,
	"order_id" text NOT NULL,
	"address" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "opt_out_notices_once" UNIQUE("property_key","buyer_key")
);
--> statement-breakpoint
CREATE TABLE "opt_out_requests" (
	"request_id" text PRIMARY KEY NOT NULL,
	"property_key" uuid NOT NULL,
	"address" text,
	"zip" text NOT NULL,
	"email" text,
	"email_key" text,
	"asked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "opt_out_requests_receipt_once" UNIQUE("property_key","email_key")
);
--> statement-breakpoint
CREATE INDEX "suppressions_by_time" ON "suppressions" USING btree ("suppressed_at");--> statement-breakpoint
CREATE INDEX "opt_out_notices_to_forget" ON "opt_out_notices" USING btree ("created_at") WHERE address is not null;--> statement-breakpoint
CREATE INDEX "opt_out_requests_open" ON "opt_out_requests" USING btree ("property_key") WHERE address is not null;--> statement-breakpoint
CREATE INDEX "opt_out_requests_by_time" ON "opt_out_requests" USING btree ("asked_at");