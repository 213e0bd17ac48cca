CREATE TABLE "saved_views" (
	"view_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "saved_views_name" CHECK (char_length("saved_views"."name") between 1 and 40),
	CONSTRAINT "saved_views_query" CHECK (char_length("saved_views"."query") between 1 and 2000)
);
--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_one_per_name" ON "saved_views" USING btree ("user_id","list",lower(name));