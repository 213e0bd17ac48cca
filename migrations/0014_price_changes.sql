CREATE TABLE "price_change_rows" (
	"change_id" text NOT NULL,
	"lead_type" text NOT NULL,
	"tier" text NOT NULL,
	"size" integer NOT NULL,
	"before_cents" integer NOT NULL,
	"after_cents" integer NOT NULL,
	CONSTRAINT "price_change_rows_change_id_lead_type_tier_size_pk" PRIMARY KEY("change_id","lead_type","tier","size")
);
--> statement-breakpoint
CREATE TABLE "price_changes" (
	"change_id" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	"starts_at" timestamp with time zone,
	"applied_at" timestamp with time zone,
	"note" text,
	"attempt_id" text,
	"undoes_id" text,
	CONSTRAINT "price_changes_attempt" UNIQUE("attempt_id"),
	CONSTRAINT "price_changes_undone_once" UNIQUE("undoes_id"),
	CONSTRAINT "price_changes_state" CHECK ("price_changes"."state" in ('scheduled', 'applied', 'cancelled')),
	CONSTRAINT "price_changes_applied" CHECK (("price_changes"."state" = 'applied') = ("price_changes"."applied_at" is not null))
);
--> statement-breakpoint
CREATE INDEX "price_changes_by_time" ON "price_changes" USING btree ("created_at","change_id");--> statement-breakpoint
CREATE INDEX "price_changes_planned" ON "price_changes" USING btree ("starts_at") WHERE state = 'scheduled';