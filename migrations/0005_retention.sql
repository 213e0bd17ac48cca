ALTER TABLE "messages" ADD COLUMN "amount_cents" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "forgotten_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "last_error" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "try_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "cart_lines_by_age" ON "cart_lines" USING btree ("added_at");--> statement-breakpoint
CREATE INDEX "holds_to_forget" ON "holds" USING btree ("ended_at") WHERE state <> 'live' and address_key is not null;--> statement-breakpoint
CREATE INDEX "order_lines_unsold_by_hold" ON "order_lines" USING btree ("hold_id") WHERE outcome <> 'sold';--> statement-breakpoint
CREATE INDEX "orders_to_forget" ON "orders" USING btree ("closed_at") WHERE state = 'cancelled' and forgotten_at is null;--> statement-breakpoint
CREATE INDEX "refunds_unmade" ON "refunds" USING btree ("created_at") WHERE state <> 'made';--> statement-breakpoint
CREATE INDEX "webhook_events_by_age" ON "webhook_events" USING btree ("received_at");