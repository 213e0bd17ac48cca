ALTER TABLE "log_properties" ADD COLUMN "slot" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "log_properties" ADD COLUMN "sold_ats" timestamp with time zone[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "log_properties" ADD COLUMN "generations" smallint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "log_properties" SET "slot" = "slots", "sold_ats" = array_fill("last_sold_at", array["slots"::int]), "generations" = array_fill("generation", array["slots"::int]);
