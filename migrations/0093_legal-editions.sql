CREATE TABLE "legal_editions" (
	"edition" integer NOT NULL,
	"part" text NOT NULL,
	"body" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"published_by" text,
	CONSTRAINT "legal_editions_edition_part_pk" PRIMARY KEY("edition","part"),
	CONSTRAINT "legal_editions_edition" CHECK ("legal_editions"."edition" > 0)
);
--> statement-breakpoint
CREATE INDEX "legal_editions_time" ON "legal_editions" USING btree ("published_at","edition");--> statement-breakpoint
-- What an order was paid under stays, whoever asks.
create trigger legal_editions_append_only before update or delete on legal_editions
  for each statement execute function refuse_change();
