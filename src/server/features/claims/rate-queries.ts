/** SQL that counts delivered leads and what was claimed about them. Nothing in it is about a person. */
import { CLAIM_RATES_MAX, type ClaimRateGroup } from '#contract/claims/claim-reasons.ts'
import { type NoParameters, statement } from '#server/platform/statement.ts'

interface Counts {
  delivered: number
  claimed: number
  granted: number
  wrong_numbers: number
}

export interface RateRow extends Counts {
  name: string
}

const GROUPS: Readonly<Record<ClaimRateGroup, string>> = {
  source: `coalesce(d.source, 'Unknown')`,
  county: `coalesce(f.name || ', ' || f.state, l.fips)`,
  age: `case when s.sold_at - l.acquired_at < interval '8 days' then '0-7 days'
    when s.sold_at - l.acquired_at < interval '31 days' then '8-30 days'
    when s.sold_at - l.acquired_at < interval '61 days' then '31-60 days' else 'over 60 days' end`,
  tier: `coalesce(i.tier, 'Unknown')`,
}

const COUNTS = `count(*)::int as delivered, count(c.lead_id)::int as claimed,
     (count(*) filter (where c.state = 'granted'))::int as granted,
     (count(*) filter (where c.state = 'granted' and c.reason = 'wrong_number'))::int as wrong_numbers`

const DELIVERED = `from order_leads s join leads l on l.lead_id = s.lead_id left join lead_details d on d.lead_id = s.lead_id
   left join counties f on f.fips = l.fips
   left join order_lines i on i.hold_id = s.hold_id and i.outcome = 'sold'
   left join claims c on c.order_id = s.order_id and c.lead_id = s.lead_id
   where s.delivered_at is not null`

const rates = (by: ClaimRateGroup) =>
  statement<NoParameters, RateRow>(
    `claims.rates_by_${by}`,
    `select ${GROUPS[by]} as name, ${COUNTS} ${DELIVERED} group by 1 order by delivered desc, name limit ${CLAIM_RATES_MAX}`,
  )

/** The names with the most delivered leads, and their counts. */
export const RATES = { source: rates('source'), county: rates('county'), age: rates('age'), tier: rates('tier') }

export interface FinestRateRow extends Counts {
  source: string
  county: string
  age: string
  tier: string
}

/** Counts by all groups together: each rate is a sum of these rows. */
export const countFinest = statement<NoParameters, FinestRateRow>(
  'claims.count_finest',
  `select ${GROUPS.source} as source, ${GROUPS.county} as county, ${GROUPS.age} as age, ${GROUPS.tier} as tier, ${COUNTS}
   ${DELIVERED} group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
)

/** Lists the tiers with at least `claimsMin` claims. It reads claims only, so that a store with few counts nothing else. */
export const findClaimedTiers = statement<{ claimsMin: number }, { tier: string }>(
  'claims.find_claimed_tiers',
  `select i.tier from claims c join orders o on o.order_id = c.order_id
   join order_lines i on i.order_id = o.order_id and i.revision = o.revision and i.line_number = c.line_number
   group by i.tier having count(*) >= $claimsMin`,
)
