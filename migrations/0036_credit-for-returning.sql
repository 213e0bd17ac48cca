ALTER TABLE "credit_entries" DROP CONSTRAINT "credit_entries_reason";--> statement-breakpoint
ALTER TABLE "credit_entries" DROP CONSTRAINT "credit_entries_line";--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_reason" CHECK ("credit_entries"."reason" in ('late', 'returning', 'granted', 'reserved', 'returned', 'refund', 'taken_back'));--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_line" CHECK ("credit_entries"."reason" not in ('late', 'returning') or "credit_entries"."line_number" is not null);