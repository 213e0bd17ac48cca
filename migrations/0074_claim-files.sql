CREATE TABLE "claim_files" (
	"file_id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"line_number" integer NOT NULL,
	"news_id" text,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"size" integer NOT NULL,
	"checksum" text NOT NULL,
	"attached_at" timestamp with time zone NOT NULL,
	CONSTRAINT "claim_files_kind" CHECK ("claim_files"."kind" in ('png', 'jpg', 'pdf'))
);
--> statement-breakpoint
CREATE INDEX "claim_files_by_news" ON "claim_files" USING btree ("news_id") WHERE news_id is not null;--> statement-breakpoint
CREATE INDEX "claim_files_unclaimed" ON "claim_files" USING btree ("order_id","line_number") WHERE news_id is null;--> statement-breakpoint
CREATE INDEX "claim_files_by_time" ON "claim_files" USING btree ("attached_at");--> statement-breakpoint
-- What a reason needs is no longer only a note.
UPDATE "settings" SET "name" = replace("name", 'claimNote', 'claimEvidence'), "value" = CASE "value" WHEN '"required"'::jsonb THEN '"note"'::jsonb ELSE '"nothing"'::jsonb END WHERE "name" LIKE 'claimNote%';
