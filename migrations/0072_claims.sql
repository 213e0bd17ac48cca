CREATE TABLE "claims" (
	"order_id" text NOT NULL,
	"lead_id" bigint NOT NULL,
	"line_number" integer NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"state" text DEFAULT 'open' NOT NULL,
	"credit_cents" integer DEFAULT 0 NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"answered_by" text,
	"answer" text,
	"news_id" text NOT NULL,
	"answer_news_id" text,
	CONSTRAINT "claims_order_id_lead_id_pk" PRIMARY KEY("order_id","lead_id"),
	CONSTRAINT "claims_reason" CHECK (reason in ('wrong_number', 'duplicate', 'not_owner', 'sold_since', 'wrong_county', 'opted_out')),
	CONSTRAINT "claims_state" CHECK ("claims"."state" in ('open', 'granted', 'denied')),
	CONSTRAINT "claims_answered_at" CHECK (("claims"."state" = 'open') = ("claims"."answered_at" is null)),
	CONSTRAINT "claims_credit" CHECK ("claims"."credit_cents" >= 0 and ("claims"."credit_cents" = 0 or "claims"."state" = 'granted'))
);
--> statement-breakpoint
ALTER TABLE "credit_entries" DROP CONSTRAINT "credit_entries_reason";--> statement-breakpoint
ALTER TABLE "credit_entries" DROP CONSTRAINT "credit_entries_line";--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "claim_terms" jsonb;--> statement-breakpoint
ALTER TABLE "order_leads" ADD COLUMN "made_good_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_leads" ADD COLUMN "replaces_lead_id" bigint;--> statement-breakpoint
CREATE INDEX "claims_open" ON "claims" USING btree ("due_at","order_id","lead_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "claims_answered" ON "claims" USING btree ("answered_at","order_id","lead_id") WHERE state <> 'open';--> statement-breakpoint
CREATE INDEX "claims_by_news" ON "claims" USING btree ("news_id");--> statement-breakpoint
CREATE INDEX "claims_by_answer_news" ON "claims" USING btree ("answer_news_id") WHERE answer_news_id is not null;--> statement-breakpoint
CREATE INDEX "claims_by_lead" ON "claims" USING btree ("lead_id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_leads_replaced_once" ON "order_leads" USING btree ("order_id","replaces_lead_id") WHERE replaces_lead_id is not null;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_reason" CHECK ("credit_entries"."reason" in ('late', 'claim', 'returning', 'granted', 'reserved', 'returned', 'refund', 'taken_back'));--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_line" CHECK ("credit_entries"."reason" not in ('late', 'claim', 'returning') or "credit_entries"."line_number" is not null);