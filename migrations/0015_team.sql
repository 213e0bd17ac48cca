CREATE TABLE "commission_rates" (
	"user_id" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"rate_bps" integer NOT NULL,
	"set_by" text NOT NULL,
	CONSTRAINT "commission_rates_user_id_since_pk" PRIMARY KEY("user_id","since"),
	CONSTRAINT "commission_rates_rate" CHECK ("commission_rates"."rate_bps" between 0 and 10000)
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "commission_bps" integer DEFAULT 1000 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "invited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_commission" CHECK ("users"."commission_bps" between 0 and 10000);--> statement-breakpoint
UPDATE "users" SET "commission_bps" = 0 WHERE "role" = 'admin';
