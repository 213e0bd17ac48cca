CREATE TABLE "demo_loads" (
	"name" text PRIMARY KEY NOT NULL,
	"loaded_at" timestamp with time zone NOT NULL
);
