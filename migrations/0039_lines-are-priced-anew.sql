-- What stays of an order is priced anew when a line falls away: each line keeps the discounts that were for it, and a refund says
-- which lines fell away. A line that stays and costs more from then on stands in the refund with less than nothing.
ALTER TABLE "refund_lines" DROP CONSTRAINT "refund_lines_amount";--> statement-breakpoint
ALTER TABLE "refund_lines" DROP CONSTRAINT "refund_lines_credit";--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "open_offers" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD COLUMN "is_gone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Lines whose money went back whole. Returned ones say so themselves.
UPDATE refund_lines rl SET is_gone = true
FROM refunds r JOIN orders o ON o.order_id = r.order_id JOIN order_lines l ON l.order_id = o.order_id AND l.revision = o.revision
WHERE r.refund_id = rl.refund_id AND l.line_number = rl.line_number AND rl.amount_cents > 0 AND l.price_cents - l.discount_cents = (
  SELECT sum(x.amount_cents) FROM refunds y JOIN refund_lines x ON x.refund_id = y.refund_id
  WHERE y.order_id = r.order_id AND x.line_number = rl.line_number);--> statement-breakpoint
-- Orders made before: the discounts that they used, as those stand today. Where one was changed since, they do not explain the price
-- any more, and the lines keep the prices they were sold at (give-back.ts).
UPDATE order_lines l SET open_offers = f.offers
FROM (
  SELECT m.order_id, m.revision, m.line_number, jsonb_agg(DISTINCT jsonb_build_object(
    'offerId', o.offer_id, 'name', o.name, 'kind', o.kind, 'value', o.value, 'isCombinable', true)) AS offers
  FROM order_lines u CROSS JOIN LATERAL jsonb_to_recordset(u.offers) AS used ("offerId" text, cents int)
  JOIN offers o ON o.offer_id = used."offerId" AND o.kind <> 'extra_leads'
  JOIN order_lines m ON m.order_id = u.order_id AND m.revision = u.revision
  WHERE u.discount_cents > 0 AND used.cents > 0
    AND (o.lead_types = '{}' OR m.lead_type = ANY (o.lead_types)) AND (o.tiers = '{}' OR m.tier = ANY (o.tiers))
    AND (o.sizes = '{}' OR m.size = ANY (o.sizes)) AND (o.states = '{}' OR m.state = ANY (o.states))
  GROUP BY m.order_id, m.revision, m.line_number
) f
WHERE f.order_id = l.order_id AND f.revision = l.revision AND f.line_number = l.line_number;
