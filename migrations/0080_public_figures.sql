CREATE TABLE "public_figures" (
	"day" text PRIMARY KEY NOT NULL,
	"figures" text NOT NULL,
	"checksum" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "suppressions" ADD COLUMN "withdrawn_at" timestamp with time zone;
--> statement-breakpoint
-- What the store said of a day stays, whoever asks.
create trigger public_figures_append_only before update or delete on public_figures
  for each statement execute function refuse_change();
