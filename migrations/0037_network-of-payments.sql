ALTER TABLE "payments" ADD COLUMN "network_key" text;--> statement-breakpoint
CREATE INDEX "payments_promised" ON "payments" USING btree ("network_key") WHERE state = 'promised';