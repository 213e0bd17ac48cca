CREATE TABLE "hold_leads" (
	"hold_id" text NOT NULL,
	"lead_id" bigint NOT NULL,
	CONSTRAINT "hold_leads_hold_id_lead_id_pk" PRIMARY KEY("hold_id","lead_id")
);
--> statement-breakpoint
CREATE TABLE "lead_details" (
	"lead_id" bigint PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"zip" text NOT NULL,
	"owner_names" text[] NOT NULL,
	"mailing_address" text,
	"phones" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"emails" text[] DEFAULT '{}' NOT NULL,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"source" text NOT NULL,
	"is_do_not_call" boolean DEFAULT false NOT NULL,
	"consent" text
);
--> statement-breakpoint
CREATE TABLE "lead_pools" (
	"pool_id" text PRIMARY KEY NOT NULL,
	"places" integer[] DEFAULT '{}' NOT NULL,
	"bonus_leads" integer[] DEFAULT '{0,0,0,0}' NOT NULL,
	"is_backed" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leads" (
	"lead_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "leads_lead_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"fips" text NOT NULL,
	"lead_type" text NOT NULL,
	"pool_id" text,
	"property_key" uuid NOT NULL,
	"owner_key" uuid NOT NULL,
	"acquired_at" timestamp with time zone NOT NULL,
	"ages_at" timestamp with time zone,
	"is_withheld" boolean DEFAULT false NOT NULL,
	"tier_cap" smallint NOT NULL,
	"sold_cap" smallint DEFAULT 32767 NOT NULL,
	"held" smallint DEFAULT 0 NOT NULL,
	"sold" smallint DEFAULT 0 NOT NULL,
	"places" smallint GENERATED ALWAYS AS (case when pool_id is null or is_withheld then 0 else greatest(0, least(tier_cap, sold_cap) - held - sold) end) STORED NOT NULL,
	CONSTRAINT "leads_once" UNIQUE("property_key","owner_key","lead_type"),
	CONSTRAINT "leads_counts" CHECK ("leads"."held" >= 0 and "leads"."sold" >= 0),
	CONSTRAINT "leads_within_caps" CHECK ("leads"."held" + "leads"."sold" <= "leads"."sold_cap"),
	CONSTRAINT "leads_held_within_cap" CHECK ("leads"."held" = 0 or "leads"."held" + "leads"."sold" <= "leads"."tier_cap")
);
--> statement-breakpoint
CREATE TABLE "order_leads" (
	"order_id" text NOT NULL,
	"lead_id" bigint NOT NULL,
	"hold_id" text NOT NULL,
	"buyer_key" text NOT NULL,
	"property_key" uuid NOT NULL,
	"cap" smallint NOT NULL,
	"sold_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone,
	"returned_at" timestamp with time zone,
	CONSTRAINT "order_leads_order_id_lead_id_pk" PRIMARY KEY("order_id","lead_id")
);
--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "has_leads" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "packages" ADD COLUMN "lead_units" integer;--> statement-breakpoint
CREATE INDEX "hold_leads_by_lead" ON "hold_leads" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "leads_to_pick" ON "leads" USING btree ("pool_id","places" DESC NULLS LAST,"acquired_at" DESC NULLS LAST,"lead_id") WHERE places > 0;--> statement-breakpoint
CREATE INDEX "leads_to_age" ON "leads" USING btree ("ages_at") WHERE pool_id is not null and (held = 0 or not is_withheld);--> statement-breakpoint
CREATE UNIQUE INDEX "order_leads_property_once" ON "order_leads" USING btree ("buyer_key","property_key") WHERE returned_at is null;--> statement-breakpoint
CREATE INDEX "order_leads_by_hold" ON "order_leads" USING btree ("hold_id");--> statement-breakpoint
CREATE INDEX "order_leads_by_lead" ON "order_leads" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "holds_with_leads_to_free" ON "holds" USING btree ("ended_at") WHERE has_leads and state in ('released', 'expired');