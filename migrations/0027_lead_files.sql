CREATE SEQUENCE "public"."lead_upload_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE UNLOGGED TABLE "lead_file_parts" (
	"import_id" text NOT NULL,
	"part_number" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "lead_file_parts_import_id_part_number_pk" PRIMARY KEY("import_id","part_number")
);
--> statement-breakpoint
ALTER TABLE "lead_file_parts" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
--> statement-breakpoint
CREATE TABLE "lead_import_changes" (
	"import_no" integer NOT NULL,
	"part_no" integer NOT NULL,
	"lead_id" bigint NOT NULL,
	"fips" text NOT NULL,
	"acquired_at" timestamp with time zone NOT NULL,
	"was_listed" boolean NOT NULL,
	"sold" smallint NOT NULL,
	"details" jsonb,
	CONSTRAINT "lead_import_changes_lead_id_import_no_pk" PRIMARY KEY("lead_id","import_no")
);
--> statement-breakpoint
CREATE TABLE "lead_import_parts" (
	"upload_no" integer NOT NULL,
	"part_no" integer NOT NULL,
	"place_from" integer NOT NULL,
	"key_from" uuid NOT NULL,
	"place_to" integer NOT NULL,
	"key_to" uuid NOT NULL,
	"rows" integer NOT NULL,
	"known_rows" integer NOT NULL,
	"places" integer[] NOT NULL,
	"backed_places" integer[] DEFAULT '{}' NOT NULL,
	"is_applied" boolean DEFAULT false NOT NULL,
	"is_undone" boolean DEFAULT false NOT NULL,
	"new_leads" integer DEFAULT 0 NOT NULL,
	"merged" integer DEFAULT 0 NOT NULL,
	"displaced" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"kept" integer DEFAULT 0 NOT NULL,
	"lead_from" bigint,
	"lead_to" bigint,
	CONSTRAINT "lead_import_parts_upload_no_part_no_pk" PRIMARY KEY("upload_no","part_no")
);
--> statement-breakpoint
CREATE TABLE "lead_import_refusals" (
	"upload_no" integer NOT NULL,
	"row_no" integer NOT NULL,
	"reason" text NOT NULL,
	"line" text NOT NULL,
	CONSTRAINT "lead_import_refusals_upload_no_row_no_pk" PRIMARY KEY("upload_no","row_no")
);
--> statement-breakpoint
CREATE TABLE "lead_import_rows" (
	"upload_no" integer NOT NULL,
	"row_no" integer NOT NULL,
	"place_no" integer NOT NULL,
	"verdict" smallint DEFAULT 0 NOT NULL,
	"acquired_at" timestamp with time zone NOT NULL,
	"property_key" uuid NOT NULL,
	"owner_key" uuid NOT NULL,
	"is_do_not_call" boolean NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"zip" text NOT NULL,
	"owner_names" text[] NOT NULL,
	"mailing_address" text,
	"phones" jsonb NOT NULL,
	"emails" text[] NOT NULL,
	"facts" jsonb NOT NULL,
	"source" text NOT NULL,
	"consent" text
) PARTITION BY LIST ("upload_no");
--> statement-breakpoint
CREATE TABLE "lead_imports" (
	"import_id" text PRIMARY KEY NOT NULL,
	"import_no" integer GENERATED ALWAYS AS IDENTITY (sequence name "lead_imports_import_no_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	"source" text NOT NULL,
	"file_name" text NOT NULL,
	"file_bytes" integer NOT NULL,
	"state" text NOT NULL,
	"upload_no" integer,
	"touched_at" timestamp with time zone NOT NULL,
	"bytes_received" integer DEFAULT 0 NOT NULL,
	"bytes_read" integer DEFAULT 0 NOT NULL,
	"rows_read" integer DEFAULT 0 NOT NULL,
	"checksum" text,
	"columns" text[] DEFAULT '{}' NOT NULL,
	"mapping" jsonb,
	"problem" text,
	"refused_rows" integer DEFAULT 0 NOT NULL,
	"preview" jsonb,
	"checked_at" timestamp with time zone,
	"applied_at" timestamp with time zone,
	"applied_by" text,
	"undone_at" timestamp with time zone,
	"undone_by" text,
	"has_rows" boolean DEFAULT true NOT NULL,
	CONSTRAINT "lead_imports_state" CHECK ("lead_imports"."state" in ('waiting', 'mapping', 'reading', 'interrupted', 'refused', 'ready', 'applying', 'applied', 'undoing', 'undone', 'lapsed'))
);
--> statement-breakpoint
CREATE TABLE "lead_sources" (
	"source" text PRIMARY KEY NOT NULL,
	"mapping" jsonb NOT NULL,
	"used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "import_no" integer;--> statement-breakpoint
CREATE INDEX "lead_import_changes_by_part" ON "lead_import_changes" USING btree ("import_no","part_no");--> statement-breakpoint
CREATE INDEX "lead_import_rows_by_place" ON "lead_import_rows" USING btree ("upload_no","place_no","property_key");--> statement-breakpoint
CREATE UNIQUE INDEX "lead_imports_number" ON "lead_imports" USING btree ("import_no");--> statement-breakpoint
CREATE INDEX "lead_imports_by_time" ON "lead_imports" USING btree ("created_at","import_id");--> statement-breakpoint
CREATE INDEX "lead_imports_to_forget" ON "lead_imports" USING btree ("touched_at") WHERE has_rows;--> statement-breakpoint
CREATE UNIQUE INDEX "lead_imports_file_once" ON "lead_imports" USING btree ("checksum") WHERE state in ('applying', 'applied', 'undoing');--> statement-breakpoint
CREATE UNIQUE INDEX "lead_imports_one_at_work" ON "lead_imports" USING btree ((true)) WHERE state in ('applying', 'undoing');--> statement-breakpoint
CREATE UNIQUE INDEX "leads_listed_once" ON "leads" USING btree ("property_key","lead_type") WHERE pool_id is not null and not is_withheld;