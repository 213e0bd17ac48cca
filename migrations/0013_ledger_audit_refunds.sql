CREATE TABLE "audit_entries" (
	"audit_id" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"member_id" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "refund_lines" (
	"refund_id" text NOT NULL,
	"line_number" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"is_returned" boolean NOT NULL,
	CONSTRAINT "refund_lines_refund_id_line_number_pk" PRIMARY KEY("refund_id","line_number"),
	CONSTRAINT "refund_lines_amount" CHECK ("refund_lines"."amount_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "sale_entries" (
	"order_id" text NOT NULL,
	"line_number" integer NOT NULL,
	"refund_id" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"day" date NOT NULL,
	"rep_id" text NOT NULL,
	"channel" text NOT NULL,
	"package_id" text NOT NULL,
	"lead_type" text NOT NULL,
	"tier" text NOT NULL,
	"size" integer NOT NULL,
	"state" text NOT NULL,
	"packages" integer NOT NULL,
	"leads" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"commission_cents" integer NOT NULL,
	CONSTRAINT "sale_entries_order_id_line_number_refund_id_pk" PRIMARY KEY("order_id","line_number","refund_id"),
	CONSTRAINT "sale_entries_channel" CHECK ("sale_entries"."channel" in ('storefront', 'link', 'team')),
	CONSTRAINT "sale_entries_sign" CHECK (("sale_entries"."refund_id" = '') = ("sale_entries"."packages" = 1))
);
--> statement-breakpoint
CREATE TABLE "sale_figures" (
	"dimension" text NOT NULL,
	"value" text NOT NULL,
	"day" date NOT NULL,
	"orders" integer NOT NULL,
	"packages" integer NOT NULL,
	"leads" integer NOT NULL,
	"sold_cents" bigint NOT NULL,
	"refunded_cents" bigint NOT NULL,
	CONSTRAINT "sale_figures_dimension_value_day_pk" PRIMARY KEY("dimension","value","day")
);
--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "attempt_id" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "decided_by" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "is_by_hand" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_entries_by_time" ON "audit_entries" USING btree ("at","audit_id");--> statement-breakpoint
CREATE INDEX "audit_entries_by_action" ON "audit_entries" USING btree ("action","at","audit_id");--> statement-breakpoint
CREATE INDEX "audit_entries_by_member" ON "audit_entries" USING btree ("member_id","at","audit_id");--> statement-breakpoint
CREATE INDEX "sale_entries_of_rep" ON "sale_entries" USING btree ("rep_id","day","at") WHERE rep_id <> '';--> statement-breakpoint
CREATE INDEX "sale_figures_by_day" ON "sale_figures" USING btree ("dimension","day");--> statement-breakpoint
CREATE INDEX "payment_requests_paid_of_rep" ON "payment_requests" USING btree ("rep_id","total_cents","refunded_cents") WHERE paid_at is not null;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_attempt" UNIQUE("order_id","attempt_id");--> statement-breakpoint
-- Until here only whole orders were given back by an administrator.
INSERT INTO "refund_lines" ("refund_id", "line_number", "amount_cents", "is_returned")
SELECT r.refund_id, l.line_number, l.price_cents - l.discount_cents, true
FROM refunds r JOIN orders o ON o.order_id = r.order_id AND o.state = 'refunded'
JOIN order_lines l ON l.order_id = o.order_id AND l.revision = o.revision AND l.outcome = 'sold'
WHERE r.reason = 'admin';
--> statement-breakpoint
-- What was sold before there was a ledger.
with sold as (
  select o.order_id, l.line_number, o.paid_at, coalesce(o.rep_id, '') as rep_id, o.commission_bps,
    case when o.owner_id like 'request:%' then 'link' when o.rep_id is not null then 'team' else 'storefront' end as channel,
    l.package_id, l.lead_type, l.tier, l.size, l.state, l.size + l.bonus_leads as leads, l.price_cents - l.discount_cents as cents
  from orders o join order_lines l on l.order_id = o.order_id and l.revision = o.revision and l.outcome = 'sold'
  where o.paid_at is not null
), given_back as (
  select s.*, r.refund_id, r.created_at, rl.is_returned, rl.amount_cents,
    sum(rl.amount_cents) over (partition by s.order_id, s.line_number order by r.created_at, r.refund_id) as up_to_this
  from sold s join refunds r on r.order_id = s.order_id
  join refund_lines rl on rl.refund_id = r.refund_id and rl.line_number = s.line_number
), written as (
  insert into sale_entries (order_id, line_number, refund_id, at, day, rep_id, channel, package_id, lead_type, tier, size,
    state, packages, leads, amount_cents, commission_cents)
  select order_id, line_number, '', paid_at, (paid_at at time zone 'America/New_York')::date, rep_id, channel, package_id, lead_type, tier,
    size, state, 1, leads, cents, round(cents * commission_bps / 10000.0)
  from sold
  union all
  select order_id, line_number, refund_id, created_at, (created_at at time zone 'America/New_York')::date, rep_id, channel, package_id,
    lead_type, tier, size, state, -is_returned::int, -is_returned::int * leads, -amount_cents,
    round((cents - up_to_this) * commission_bps / 10000.0) - round((cents - up_to_this + amount_cents) * commission_bps / 10000.0)
  from given_back
  returning *
), figures as (
  select d.dimension, d.value, day, count(distinct order_id) filter (where refund_id = '') as orders,
    sum(packages) as packages, sum(leads) as leads, coalesce(sum(amount_cents) filter (where refund_id = ''), 0) as sold_cents,
    coalesce(-sum(amount_cents) filter (where refund_id <> ''), 0) as refunded_cents
  from written cross join lateral (values ('all', ''), ('lead_type', lead_type), ('tier', tier), ('state', state),
    ('county', split_part(package_id, '-', 1)), ('rep', rep_id), ('channel', channel),
    ('package', lead_type || '-' || tier || '-' || size)) as d (dimension, value)
  group by d.dimension, d.value, day
)
insert into sale_figures (dimension, value, day, orders, packages, leads, sold_cents, refunded_cents)
select * from figures order by dimension, value, day;
--> statement-breakpoint
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is never changed';
END $$;
--> statement-breakpoint
CREATE TRIGGER "audit_entries_stay" BEFORE UPDATE OR DELETE ON "audit_entries" FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();
