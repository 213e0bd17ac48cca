CREATE TABLE "checkout_sessions" (
	"session_id" text PRIMARY KEY NOT NULL,
	"token_fingerprint" text NOT NULL,
	"email" text NOT NULL,
	"lines" jsonb NOT NULL,
	"full_name" text NOT NULL,
	"cell_phone" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"owner_id" text,
	"opened_at" timestamp with time zone,
	CONSTRAINT "checkout_sessions_token" UNIQUE("token_fingerprint")
);
--> statement-breakpoint
CREATE INDEX "checkout_sessions_by_age" ON "checkout_sessions" USING btree ("created_at");