DROP INDEX "payment_requests_by_date";--> statement-breakpoint
DROP INDEX "payment_requests_by_status";--> statement-breakpoint
DROP INDEX "payment_requests_by_customer_name";--> statement-breakpoint
CREATE INDEX "payment_requests_by_date" ON "payment_requests" USING btree ("created_at","payment_request_id") WHERE total_cents > 0;--> statement-breakpoint
CREATE INDEX "payment_requests_by_status" ON "payment_requests" USING btree ("status","created_at","payment_request_id") WHERE total_cents > 0;--> statement-breakpoint
CREATE INDEX "payment_requests_by_customer_name" ON "payment_requests" USING btree (lower(customer_name),"payment_request_id") WHERE total_cents > 0;