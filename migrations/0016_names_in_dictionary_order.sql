DROP INDEX "customers_of_rep";--> statement-breakpoint
DROP INDEX "customers_by_name";--> statement-breakpoint
DROP INDEX "payment_requests_of_rep_by_customer";--> statement-breakpoint
DROP INDEX "payment_requests_by_customer_name";--> statement-breakpoint
CREATE INDEX "customers_of_rep" ON "customers" USING btree ("rep_id",(lower(name)) collate "und-x-icu","customer_id");--> statement-breakpoint
CREATE INDEX "customers_by_name" ON "customers" USING btree ((lower(name)) collate "und-x-icu","customer_id");--> statement-breakpoint
CREATE INDEX "payment_requests_of_rep_by_customer" ON "payment_requests" USING btree ("rep_id",(lower(customer_name)) collate "und-x-icu","payment_request_id");--> statement-breakpoint
CREATE INDEX "payment_requests_by_customer_name" ON "payment_requests" USING btree ((lower(customer_name)) collate "und-x-icu","payment_request_id") WHERE total_cents > 0;