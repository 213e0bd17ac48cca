ALTER TABLE "payments" DROP CONSTRAINT "payments_state";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "pay_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "close_reason" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "decided_by" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "decision_note" text;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_promised_per_cart" ON "orders" USING btree ("owner_id") WHERE state = 'awaiting_payment' and payment_method = 'cash_app';--> statement-breakpoint
CREATE INDEX "orders_promised_by_end" ON "orders" USING btree ("pay_until") WHERE state = 'awaiting_payment' and payment_method = 'cash_app';--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_close_reason" CHECK ("orders"."close_reason" in ('expired', 'rejected'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_promised_until" CHECK ("orders"."pay_until" is not null or "orders"."payment_method" <> 'cash_app' or "orders"."state" <> 'awaiting_payment');--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_state" CHECK ("payments"."state" in ('open', 'promised', 'succeeded', 'cancelled'));