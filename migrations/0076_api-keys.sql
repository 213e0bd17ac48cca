CREATE TABLE "api_keys" (
	"key_id" text PRIMARY KEY NOT NULL,
	"key_hash" text NOT NULL,
	"owner_id" text NOT NULL,
	"email" text,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"started_by" text,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "api_keys_hash" UNIQUE("key_hash"),
	CONSTRAINT "api_keys_name" CHECK (char_length("api_keys"."name") between 1 and 40),
	CONSTRAINT "api_keys_owner" CHECK (("api_keys"."owner_id" like 'buyer:%') = ("api_keys"."email" is not null))
);
--> statement-breakpoint
CREATE INDEX "api_keys_of_owner" ON "api_keys" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "api_keys_by_use" ON "api_keys" USING btree (coalesce("last_used_at", "created_at"));