ALTER TABLE "lead_import_rows" ADD COLUMN "owner_first_name" text;--> statement-breakpoint
ALTER TABLE "lead_import_rows" ADD COLUMN "owner_last_name" text;--> statement-breakpoint
ALTER TABLE "lead_import_rows" ADD COLUMN "owner_company" text;--> statement-breakpoint
ALTER TABLE "lead_import_rows" ADD COLUMN "mailing_street" text;--> statement-breakpoint
ALTER TABLE "lead_import_rows" ADD COLUMN "mailing_city" text;--> statement-breakpoint
ALTER TABLE "lead_import_rows" ADD COLUMN "mailing_state" text;--> statement-breakpoint
ALTER TABLE "lead_import_rows" ADD COLUMN "mailing_zip" text;--> statement-breakpoint
ALTER TABLE "lead_details" ADD COLUMN "owner_first_name" text;--> statement-breakpoint
ALTER TABLE "lead_details" ADD COLUMN "owner_last_name" text;--> statement-breakpoint
ALTER TABLE "lead_details" ADD COLUMN "owner_company" text;--> statement-breakpoint
ALTER TABLE "lead_details" ADD COLUMN "mailing_street" text;--> statement-breakpoint
ALTER TABLE "lead_details" ADD COLUMN "mailing_city" text;--> statement-breakpoint
ALTER TABLE "lead_details" ADD COLUMN "mailing_state" text;--> statement-breakpoint
ALTER TABLE "lead_details" ADD COLUMN "mailing_zip" text;