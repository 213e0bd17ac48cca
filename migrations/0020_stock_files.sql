CREATE UNLOGGED TABLE "stock_import_changes" (
	"upload_id" text NOT NULL,
	"package_id" text NOT NULL,
	"available" integer NOT NULL,
	"edits" integer NOT NULL,
	CONSTRAINT "stock_import_changes_upload_id_package_id_pk" PRIMARY KEY("upload_id","package_id")
);
--> statement-breakpoint
CREATE TABLE "stock_import_refusals" (
	"upload_id" text NOT NULL,
	"row_number" integer NOT NULL,
	"reason" text NOT NULL,
	"line" text NOT NULL,
	CONSTRAINT "stock_import_refusals_upload_id_row_number_pk" PRIMARY KEY("upload_id","row_number")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "stock_import_rows" (
	"upload_id" text NOT NULL,
	"row_number" integer NOT NULL,
	"package_id" text NOT NULL,
	"available" integer NOT NULL,
	"is_edited" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stock_imports" (
	"import_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	"file_name" text NOT NULL,
	"file_bytes" integer NOT NULL,
	"state" text NOT NULL,
	"upload_id" text,
	"touched_at" timestamp with time zone NOT NULL,
	"bytes_read" integer DEFAULT 0 NOT NULL,
	"rows_read" integer DEFAULT 0 NOT NULL,
	"checksum" text,
	"ignored_columns" text[] DEFAULT '{}' NOT NULL,
	"problem" text,
	"refused_rows" integer DEFAULT 0 NOT NULL,
	"preview" jsonb,
	"applied_rows" integer DEFAULT 0 NOT NULL,
	"applied_at" timestamp with time zone,
	"applied_by" text,
	"changed_packages" integer,
	"has_rows" boolean DEFAULT false NOT NULL,
	CONSTRAINT "stock_imports_state" CHECK ("stock_imports"."state" in ('waiting', 'reading', 'interrupted', 'checking', 'refused', 'ready', 'applied', 'lapsed')),
	CONSTRAINT "stock_imports_applied" CHECK (("stock_imports"."state" = 'applied') = ("stock_imports"."applied_at" is not null))
);
--> statement-breakpoint
CREATE INDEX "stock_imports_by_time" ON "stock_imports" USING btree ("created_at","import_id");--> statement-breakpoint
CREATE INDEX "stock_imports_to_forget" ON "stock_imports" USING btree ("touched_at") WHERE has_rows;