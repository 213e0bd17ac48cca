CREATE TABLE "offer_figure_changes" (
	"change_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "offer_figure_changes_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"offer_id" text NOT NULL,
	"orders" integer NOT NULL,
	"discount_cents" bigint NOT NULL,
	"bonus_leads" bigint NOT NULL,
	"bonus_worth_cents" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sale_figure_changes" (
	"change_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sale_figure_changes_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"dimension" text NOT NULL,
	"value" text NOT NULL,
	"day" date NOT NULL,
	"orders" integer NOT NULL,
	"packages" integer NOT NULL,
	"leads" integer NOT NULL,
	"sold_cents" bigint NOT NULL,
	"refunded_cents" bigint NOT NULL
);
--> statement-breakpoint
-- Rows live for seconds: what is dead counts, not which share of the table it is.
alter table offer_figure_changes set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
--> statement-breakpoint
alter table sale_figure_changes set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
