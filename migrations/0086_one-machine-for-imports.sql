-- All imports are in one table. Nodes of the release before go on with imports of leads through views of the old names,
-- which the next release drops, with the tables of stock imports. Finish imports of stock before you upgrade.
ALTER TABLE "lead_imports" RENAME TO "imports";--> statement-breakpoint
ALTER TABLE "lead_file_parts" RENAME TO "import_file_parts";--> statement-breakpoint
ALTER TABLE "import_file_parts" RENAME CONSTRAINT "lead_file_parts_import_id_part_number_pk" TO "import_file_parts_import_id_part_number_pk";--> statement-breakpoint
ALTER TABLE "lead_import_refusals" RENAME TO "import_refusals";--> statement-breakpoint
ALTER TABLE "import_refusals" RENAME CONSTRAINT "lead_import_refusals_upload_no_row_no_pk" TO "import_refusals_upload_no_row_no_pk";--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "kind" text DEFAULT 'leads' NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "outcome" jsonb;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "replaces" text;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "call_columns" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
DROP INDEX "lead_imports_file_once";--> statement-breakpoint
DROP INDEX "lead_imports_one_at_work";--> statement-breakpoint
CREATE UNIQUE INDEX "imports_file_once" ON "imports" USING btree ("checksum") WHERE state in ('applying', 'applied', 'undoing') and kind = 'leads';--> statement-breakpoint
CREATE UNIQUE INDEX "imports_one_at_work" ON "imports" USING btree ("kind") WHERE state in ('applying', 'undoing') and kind <> 'ownList';--> statement-breakpoint
CREATE VIEW "lead_imports" AS SELECT * FROM "imports" WHERE kind = 'leads';--> statement-breakpoint
CREATE VIEW "lead_file_parts" AS SELECT * FROM "import_file_parts";--> statement-breakpoint
CREATE VIEW "lead_import_refusals" AS SELECT * FROM "import_refusals" r
  WHERE NOT EXISTS (SELECT FROM "imports" i WHERE i.upload_no = r.upload_no AND i.kind <> 'leads');--> statement-breakpoint
INSERT INTO "imports" (import_id, kind, created_at, created_by, source, file_name, file_bytes, state, touched_at, bytes_received, bytes_read, rows_read,
    checksum, problem, refused_rows, preview, checked_at, applied_at, applied_by, outcome, has_rows)
  SELECT import_id, 'stock', created_at, created_by, '', file_name, file_bytes, CASE WHEN state IN ('applied', 'refused') THEN state ELSE 'lapsed' END,
    touched_at, bytes_read, bytes_read, rows_read, checksum, problem, refused_rows, preview || '{"refused": {}}', touched_at, applied_at, applied_by,
    CASE WHEN changed_packages IS NOT NULL THEN jsonb_build_object('changed', changed_packages) END, false
  FROM "stock_imports";--> statement-breakpoint
CREATE TABLE "stock_file_changes" (
	"upload_no" integer NOT NULL,
	"package_id" text NOT NULL,
	"before" integer NOT NULL,
	"available" integer NOT NULL,
	"edits" integer NOT NULL,
	"is_applied" boolean DEFAULT false NOT NULL,
	"is_set" boolean DEFAULT false NOT NULL,
	"is_undone" boolean DEFAULT false NOT NULL,
	CONSTRAINT "stock_file_changes_upload_no_package_id_pk" PRIMARY KEY("upload_no","package_id")
);
--> statement-breakpoint
CREATE TABLE "stock_file_rows" (
	"upload_no" integer NOT NULL,
	"row_no" integer NOT NULL,
	"package_id" text NOT NULL,
	"available" integer NOT NULL,
	"is_edited" boolean NOT NULL
) PARTITION BY LIST ("upload_no");
--> statement-breakpoint
CREATE TABLE "own_list_rows" (
	"upload_no" integer NOT NULL,
	"is_phone" boolean,
	"key" uuid NOT NULL
) PARTITION BY LIST ("upload_no");
--> statement-breakpoint
CREATE INDEX "stock_file_rows_by_package" ON "stock_file_rows" USING btree ("upload_no","package_id");--> statement-breakpoint
CREATE INDEX "own_list_rows_by_key" ON "own_list_rows" USING btree ("upload_no","is_phone","key");
