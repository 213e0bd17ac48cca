ALTER TABLE "log_properties" DROP COLUMN "year";--> statement-breakpoint
ALTER TABLE "log_properties" DROP COLUMN "slots";--> statement-breakpoint
ALTER TABLE "log_properties" DROP COLUMN "last_sold_at";