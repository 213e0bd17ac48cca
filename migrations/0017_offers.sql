CREATE TABLE "offer_denials" (
	"owner_id" text NOT NULL,
	"offer_id" text NOT NULL,
	"customer_key" text,
	"denied_at" timestamp with time zone NOT NULL,
	CONSTRAINT "offer_denials_owner_id_offer_id_pk" PRIMARY KEY("owner_id","offer_id")
);
--> statement-breakpoint
CREATE TABLE "offer_figures" (
	"offer_id" text PRIMARY KEY NOT NULL,
	"orders" integer NOT NULL,
	"discount_cents" bigint NOT NULL,
	"bonus_leads" bigint NOT NULL,
	"bonus_worth_cents" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "offer_uses" (
	"order_id" text NOT NULL,
	"offer_id" text NOT NULL,
	"owner_id" text,
	"customer_key" text,
	CONSTRAINT "offer_uses_order_id_offer_id_pk" PRIMARY KEY("order_id","offer_id")
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"offer_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"value" integer NOT NULL,
	"lead_types" text[] DEFAULT '{}'::text[] NOT NULL,
	"tiers" text[] DEFAULT '{}'::text[] NOT NULL,
	"sizes" integer[] DEFAULT '{}'::int[] NOT NULL,
	"states" text[] DEFAULT '{}'::text[] NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"is_active" boolean NOT NULL,
	"is_combinable" boolean NOT NULL,
	"uses_max" integer,
	"uses_per_customer_max" integer,
	"used" integer DEFAULT 0 NOT NULL,
	"standard" text,
	"attempt_id" text,
	"removed_at" timestamp with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "offers_standard" UNIQUE("standard"),
	CONSTRAINT "offers_attempt" UNIQUE("attempt_id"),
	CONSTRAINT "offers_kind" CHECK ("offers"."kind" in ('percentage', 'fixed', 'extra_leads', 'bogo')),
	CONSTRAINT "offers_value" CHECK (case "offers"."kind" when 'percentage' then "offers"."value" between 1 and 10000 when 'bogo' then "offers"."value" = 0 else "offers"."value" >= 1 end),
	CONSTRAINT "offers_period" CHECK ("offers"."ends_at" > "offers"."starts_at"),
	CONSTRAINT "offers_used_within_max" CHECK ("offers"."used" between 0 and coalesce("offers"."uses_max", "offers"."used"))
);
--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "bonus_leads" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "bonus_offers" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "offers" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "offer_denials_by_age" ON "offer_denials" USING btree ("denied_at");--> statement-breakpoint
CREATE INDEX "offer_uses_of_cart" ON "offer_uses" USING btree ("owner_id") WHERE owner_id is not null;--> statement-breakpoint
CREATE INDEX "offer_uses_by_customer" ON "offer_uses" USING btree ("offer_id","customer_key") WHERE customer_key is not null;--> statement-breakpoint
CREATE INDEX "offers_standing" ON "offers" USING btree ("created_at","offer_id") WHERE removed_at is null;--> statement-breakpoint
-- The standard promotions (SPEC.md section 9): 5 extra leads are on, 30 % off is not.
INSERT INTO "offers" ("offer_id", "name", "kind", "value", "is_active", "is_combinable", "standard", "created_at") VALUES
	('off_standard_extra_leads', '5 Extra Leads', 'extra_leads', 5, true, true, 'extra_leads_5', '2000-01-01T00:00:00Z'),
	('off_standard_discount', '30% Discount', 'percentage', 3000, false, true, 'discount_30', '2000-01-01T00:00:00Z');
