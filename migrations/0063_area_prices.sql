CREATE TABLE "area_prices" (
	"area" text NOT NULL,
	"lead_type" text NOT NULL,
	"tier" text NOT NULL,
	"size" integer NOT NULL,
	"price_cents" integer NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"changed_by" text,
	CONSTRAINT "area_prices_area_lead_type_tier_size_pk" PRIMARY KEY("area","lead_type","tier","size"),
	CONSTRAINT "area_prices_area" CHECK ("area_prices"."area" ~ '^[0-9]{2}([0-9]{3})?$'),
	CONSTRAINT "area_prices_chargeable" CHECK ("area_prices"."price_cents" = 0 or "area_prices"."price_cents" >= 50)
);
--> statement-breakpoint
ALTER TABLE "price_change_rows" ADD COLUMN "before_level" text DEFAULT 'national' NOT NULL;--> statement-breakpoint
ALTER TABLE "price_change_rows" ADD COLUMN "after_level" text DEFAULT 'national' NOT NULL;--> statement-breakpoint
ALTER TABLE "price_changes" ADD COLUMN "area" text;--> statement-breakpoint
ALTER TABLE "price_change_rows" ADD CONSTRAINT "price_change_rows_levels" CHECK ("price_change_rows"."before_level" in ('national', 'state', 'county') and "price_change_rows"."after_level" in ('national', 'state', 'county'));--> statement-breakpoint
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_area" CHECK ("price_changes"."area" ~ '^[0-9]{2}([0-9]{3})?$');