CREATE TABLE "setup_confirmations" (
	"step" text PRIMARY KEY NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL,
	"confirmed_by" text NOT NULL
);
