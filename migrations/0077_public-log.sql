CREATE TABLE "log_bundles" (
	"log_no" integer NOT NULL,
	"bundle_no" integer NOT NULL,
	"entries" "bytea" NOT NULL,
	CONSTRAINT "log_bundles_log_no_bundle_no_pk" PRIMARY KEY("log_no","bundle_no")
);
--> statement-breakpoint
CREATE TABLE "log_leads" (
	"order_id" text NOT NULL,
	"lead_id" bigint NOT NULL,
	"line_number" integer NOT NULL,
	"entry_no" bigint GENERATED ALWAYS AS IDENTITY (sequence name "log_leads_entry_no_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"generation" smallint NOT NULL,
	"year" smallint NOT NULL,
	"slot" smallint NOT NULL,
	"cap" smallint NOT NULL,
	"commitment" "bytea" NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"details" jsonb,
	"label_proof" "bytea",
	"log_no" integer,
	"log_index" bigint,
	"proof" text,
	"proven_at" timestamp with time zone,
	CONSTRAINT "log_leads_order_id_lead_id_pk" PRIMARY KEY("order_id","lead_id")
);
--> statement-breakpoint
CREATE TABLE "log_properties" (
	"property_key" uuid PRIMARY KEY NOT NULL,
	"generation" smallint NOT NULL,
	"year" smallint NOT NULL,
	"cap" smallint NOT NULL,
	"slots" smallint NOT NULL,
	"last_sold_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_statements" (
	"statement_no" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "log_statements_statement_no_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"log_no" integer,
	"log_index" bigint,
	CONSTRAINT "log_statements_kind_unique" UNIQUE("kind")
);
--> statement-breakpoint
CREATE TABLE "log_tiles" (
	"log_no" integer NOT NULL,
	"level" smallint NOT NULL,
	"tile_no" integer NOT NULL,
	"hashes" "bytea" NOT NULL,
	CONSTRAINT "log_tiles_log_no_level_tile_no_pk" PRIMARY KEY("log_no","level","tile_no")
);
--> statement-breakpoint
CREATE TABLE "log_witnesses" (
	"log_no" integer NOT NULL,
	"name" text NOT NULL,
	"size" bigint NOT NULL,
	CONSTRAINT "log_witnesses_log_no_name_pk" PRIMARY KEY("log_no","name")
);
--> statement-breakpoint
CREATE TABLE "logs" (
	"log_no" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "logs_log_no_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"origin" text NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"root" "bytea" NOT NULL,
	"published_size" bigint DEFAULT 0 NOT NULL,
	"published" text,
	"published_at" timestamp with time zone,
	"problem" text,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "logs_origin_unique" UNIQUE("origin")
);
--> statement-breakpoint
CREATE INDEX "log_leads_waiting" ON "log_leads" USING btree ("entry_no") WHERE log_index is null;--> statement-breakpoint
CREATE INDEX "log_leads_unproven" ON "log_leads" USING btree ("entry_no") WHERE log_index is not null and details is not null;--> statement-breakpoint
CREATE INDEX "log_leads_to_forget" ON "log_leads" USING btree ("proven_at") WHERE proof is not null;--> statement-breakpoint
CREATE INDEX "log_statements_waiting" ON "log_statements" USING btree ("statement_no") WHERE log_index is null;--> statement-breakpoint
CREATE UNIQUE INDEX "logs_open_once" ON "logs" USING btree (((true))) WHERE "logs"."closed_at" is null;