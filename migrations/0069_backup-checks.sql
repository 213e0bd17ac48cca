CREATE TABLE "backup_checks" (
	"kind" text PRIMARY KEY NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"succeeded_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"problem" text
);
