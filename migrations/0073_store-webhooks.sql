ALTER TABLE "buyer_events" ADD COLUMN "subject_id" text;--> statement-breakpoint
ALTER TABLE "buyer_events" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "buyer_events" ADD COLUMN "units_left" integer;