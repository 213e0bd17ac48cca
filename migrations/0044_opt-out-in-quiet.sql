CREATE TABLE "opt_out_confirmations" (
	"confirmation_id" text PRIMARY KEY NOT NULL,
	"token_fingerprint" text NOT NULL,
	"property_keys" uuid[] NOT NULL,
	"addresses" text[] NOT NULL,
	"zip" text NOT NULL,
	"email" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "opt_out_confirmations_token" UNIQUE("token_fingerprint")
);
--> statement-breakpoint
ALTER TABLE "suppressions" ADD COLUMN "withdraw_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "opt_out_confirmations_by_time" ON "opt_out_confirmations" USING btree ("asked_at");--> statement-breakpoint
CREATE INDEX "suppressions_to_withdraw" ON "suppressions" USING btree ("withdraw_at") WHERE withdraw_at is not null;