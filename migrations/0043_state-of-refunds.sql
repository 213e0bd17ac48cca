ALTER TABLE "sale_entries" DROP CONSTRAINT "sale_entries_sign";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refund_state" text;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_refund_state" CHECK ("orders"."refund_state" in ('pending', 'refunded', 'failed'));--> statement-breakpoint
ALTER TABLE "sale_entries" ADD CONSTRAINT "sale_entries_sign" CHECK ("sale_entries"."refund_id" <> '' or "sale_entries"."packages" = 1);--> statement-breakpoint
UPDATE "orders" o SET "refund_state" = (
  SELECT CASE WHEN bool_or(f."state" = 'failed') THEN 'failed' WHEN bool_or(f."state" = 'due') THEN 'pending'
    WHEN count(*) > 0 THEN 'refunded' END
  FROM "refunds" f WHERE f."order_id" = o."order_id" AND (f."reason" <> 'not_ours' OR o."paid_at" IS NULL))
WHERE EXISTS (SELECT FROM "refunds" f WHERE f."order_id" = o."order_id");
