ALTER TABLE "checkout_sessions" ADD COLUMN "attempt_id" text;--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD CONSTRAINT "checkout_sessions_attempt" UNIQUE("email","attempt_id");