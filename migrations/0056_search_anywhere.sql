-- Lists are searched for any part of a name, address or telephone number: one trigram index in place of each kind of beginnings.
-- A node of the previous version cannot search customers and payment requests any more; its other calls go on.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
DROP INDEX "orders_paid_by_email";--> statement-breakpoint
DROP INDEX "orders_paid_by_name";--> statement-breakpoint
DROP INDEX "orders_paid_by_last_name";--> statement-breakpoint
DROP INDEX "customers_search";--> statement-breakpoint
DROP INDEX "payment_requests_search";--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ((lower((' ' || coalesce(full_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(business_name, '') || ' ' || translate(coalesce(cell_phone, ''), ' ()+-./', '') || ' ' || '$' || (total_cents / 100)::text || '.' || lpad((total_cents % 100)::text, 2, '0')) collate "und-x-icu")) gin_trgm_ops) WHERE paid_at is not null;--> statement-breakpoint
CREATE INDEX "customers_search" ON "customers" USING gin ((lower((' ' || name || ' ' || email || ' ' || coalesce(business_name, '') || ' ' || translate(coalesce(phone, ''), ' ()+-./', '')) collate "und-x-icu")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "payment_requests_search" ON "payment_requests" USING gin ((lower((' ' || customer_name || ' ' || customer_email || ' ' || '$' || (total_cents / 100)::text || '.' || lpad((total_cents % 100)::text, 2, '0')) collate "und-x-icu")) gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "customers" DROP COLUMN "search";--> statement-breakpoint
ALTER TABLE "payment_requests" DROP COLUMN "search";