/** How often the other leads of a property let one be sold, for the statements that put leads on sale. */

/**
 * What the other leads of a property left of it, as SQL: one row with how many have or hold them (`taken`) and the strictest cap of
 * those (`cap`, null: none). Another lead counts while somebody holds it and for a year after it was sold. It is not for sale,
 * so that `held + sold` of it grows no more, whoever buys it at this moment. Its sales are found by its index: what was given back is
 * left out as `coalesce`, because the planner thinks `is null` so rare that it would rather read all of those (place-lead-hold.plans.test.ts).
 *
 * @param property @param lead the lead that is put on sale, null for a new one @param now @param when it is to be looked up at all
 */
export const leftByOthers = (property: string, lead: string | null, now: string, when: string): string =>
  `(select coalesce(sum(o.held + o.sold), 0)::smallint as taken,
       min(case when o.held > 0 then least(o.sold_cap, o.tier_cap) else o.sold_cap end) as cap
     from leads o where ${when} and o.property_key = ${property}${lead === null ? '' : ` and o.lead_id <> ${lead}`}
       and (o.held > 0 or o.sold > 0 and (
         select s.lead_id from order_leads s
         where s.lead_id = o.lead_id and coalesce(s.returned_at, 'infinity') = 'infinity' and s.sold_at > ${now} - interval '1 year' limit 1) is not null))`

/** The cap of the lead `l` for life, once it is put on sale with what others left (`was.others_cap`); what it has already it keeps. As SQL. */
export const INHERITED_CAP = 'greatest(l.held + l.sold, least(l.sold_cap, was.others_cap))'
