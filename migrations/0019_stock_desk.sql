CREATE TABLE "low_stock_notices" (
	"package_id" text NOT NULL,
	"noted_at" timestamp with time zone NOT NULL,
	"available" integer NOT NULL,
	"mail_id" text,
	CONSTRAINT "low_stock_notices_package_id_noted_at_pk" PRIMARY KEY("package_id","noted_at")
);
--> statement-breakpoint
CREATE TABLE "stock_changes" (
	"change_id" text PRIMARY KEY NOT NULL,
	"attempt_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	"packages" integer NOT NULL,
	"changed" integer NOT NULL,
	"units_before" bigint NOT NULL,
	"units_after" bigint NOT NULL,
	CONSTRAINT "stock_changes_attempt" UNIQUE("attempt_id")
);
--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "released_by" text;--> statement-breakpoint
ALTER TABLE "packages" ADD COLUMN "edits" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "packages" ADD COLUMN "is_low_news" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "shown_before" integer;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "shown_after" integer;--> statement-breakpoint
CREATE INDEX "low_stock_notices_untold" ON "low_stock_notices" USING btree ("noted_at") WHERE mail_id is null;--> statement-breakpoint
CREATE INDEX "low_stock_notices_by_mail" ON "low_stock_notices" USING btree ("mail_id","available","package_id");--> statement-breakpoint
CREATE INDEX "low_stock_notices_by_time" ON "low_stock_notices" USING btree ("noted_at");--> statement-breakpoint
CREATE INDEX "holds_released_by_store" ON "holds" USING btree ("owner_id") WHERE released_by is not null;