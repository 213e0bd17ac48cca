/**
 * What a property's other leads left of it, as SQL: one row with how many buyers have or hold them (`taken`) and their
 * strictest cap (`cap`, null: none). Another lead counts while it is held and for a year after it was sold. It is not
 * on sale, so its `held + sold` no longer grows. Returned sales are left out with `coalesce`, because the planner
 * thinks `is null` is so rare that it would read all of those instead (place-lead-hold.plans.long.test.ts).
 */
export const leftByOthers = (property: string, lead: string | null, now: string, when: string): string =>
  `(select coalesce(sum(o.held + o.sold), 0)::smallint as taken,
       min(case when o.held > 0 then least(o.sold_cap, o.tier_cap) else o.sold_cap end) as cap
     from leads o where ${when} and o.property_key = ${property}${lead === null ? '' : ` and o.lead_id <> ${lead}`}
       and (o.held > 0 or o.sold > 0 and (
         select s.lead_id from order_leads s
         where s.lead_id = o.lead_id and coalesce(s.returned_at, 'infinity') = 'infinity' and s.sold_at > ${now} - interval '1 year' limit 1) is not null))`

/** The lifetime cap of lead `l` once it is put on sale; never below the buyers that it has. As SQL. */
export const INHERITED_CAP = 'greatest(l.held + l.sold, least(l.sold_cap, was.others_cap))'
