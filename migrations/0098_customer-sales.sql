ALTER TABLE "customers" ADD COLUMN "last_sale_at" timestamp with time zone DEFAULT 'epoch' NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "spent_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "customers_of_rep_by_sale" ON "customers" USING btree ("rep_id","last_sale_at","customer_id");--> statement-breakpoint
CREATE INDEX "customers_by_sale" ON "customers" USING btree ("last_sale_at","customer_id");--> statement-breakpoint
CREATE INDEX "customers_of_rep_by_spent" ON "customers" USING btree ("rep_id","spent_cents","customer_id");--> statement-breakpoint
CREATE INDEX "customers_by_spent" ON "customers" USING btree ("spent_cents","customer_id");--> statement-breakpoint
UPDATE "customers" c SET "last_sale_at" = t."last_sale_at", "spent_cents" = t."spent_cents" FROM (
	SELECT "customer_id", max("paid_at") AS "last_sale_at", sum("total_cents" - "refunded_cents") AS "spent_cents"
	FROM "payment_requests" WHERE "paid_at" IS NOT NULL GROUP BY "customer_id"
) t WHERE c."customer_id" = t."customer_id";
