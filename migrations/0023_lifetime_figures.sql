-- The sums of all days, kept from now on beside those of each day.
INSERT INTO "sale_figures" ("dimension", "value", "day", "orders", "packages", "leads", "sold_cents", "refunded_cents")
SELECT "dimension", "value", '-infinity', sum("orders"), sum("packages"), sum("leads"), sum("sold_cents"), sum("refunded_cents")
FROM "sale_figures" WHERE "dimension" IN ('all', 'package') AND "day" > '-infinity' GROUP BY "dimension", "value"
ON CONFLICT DO NOTHING;
