CREATE TABLE "sales_to_add" (
	"change_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sales_to_add_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" text NOT NULL,
	"line_numbers" integer[] NOT NULL,
	"refund_ids" text[] NOT NULL
);
--> statement-breakpoint
-- Rows live for seconds: what is dead counts, not which share of the table it is.
alter table sales_to_add set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
