ALTER TABLE "price_change_rows" ADD COLUMN "area" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "price_change_rows" DROP CONSTRAINT "price_change_rows_change_id_lead_type_tier_size_pk";--> statement-breakpoint
ALTER TABLE "price_change_rows" ADD CONSTRAINT "price_change_rows_change_id_area_lead_type_tier_size_pk" PRIMARY KEY("change_id","area","lead_type","tier","size");--> statement-breakpoint
ALTER TABLE "stock_changes" ADD COLUMN "scope" jsonb;--> statement-breakpoint
ALTER TABLE "stock_changes" ADD COLUMN "undoes_id" text;--> statement-breakpoint
ALTER TABLE "stock_changes" ADD CONSTRAINT "stock_changes_undone_once" UNIQUE("undoes_id");