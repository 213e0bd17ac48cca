/** How often leads were claimed. All rates count the same deliveries, so the exported file adds up to each. */
import { TIERS } from '#contract/catalogue/catalogue.ts'
import type { ClaimRate, listClaimRates, listTierClaimRates } from '#contract/claims/claim-rates.ts'
import { CLAIM_RATES_MAX, type ClaimRateGroup, PUBLIC_RATES_CLAIMS_MIN } from '#contract/claims/claim-reasons.ts'
import { writeCsv } from '#contract/csv.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { type KeptCount, keepCount } from '#server/features/catalogue/stock-map.ts'
import { minutes } from '#server/platform/clock.ts'
import { type PlatformContext, perNode } from '#server/platform/context.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'
import type { CachedJson } from '#server/platform/http/cached-json.ts'
import type { FileReply } from '#server/platform/http/endpoint.ts'
import { shareWithRange } from './rules.ts'

/* SQL that counts delivered leads and what was claimed about them. Nothing in it is about a person. */

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

const rates = (by: ClaimRateGroup) => `
    select ${GROUPS[by]} as name, ${COUNTS} ${DELIVERED} group by 1 order by delivered desc, name limit ${CLAIM_RATES_MAX}`

const RATES = {
  source: statement('claims.rates_by_source')`${rates('source')}`,
  county: statement('claims.rates_by_county')`${rates('county')}`,
  age: statement('claims.rates_by_age')`${rates('age')}`,
  tier: statement('claims.rates_by_tier')`${rates('tier')}`,
}

type RateRow = RowOf<typeof RATES.tier>

/** Counts by all groups together: each rate is a sum of these rows. */
export const countFinest = statement('claims.count_finest')`
  select ${GROUPS.source} as source, ${GROUPS.county} as county, ${GROUPS.age} as age, ${GROUPS.tier} as tier, ${COUNTS}
  ${DELIVERED} group by 1, 2, 3, 4 order by 1, 2, 3, 4`

/** Lists the tiers with at least `claimsMin` claims. It reads claims only, so that a store with few counts nothing else. */
export const findClaimedTiers = statement('claims.find_claimed_tiers')`
  select i.tier from claims c join orders o on o.order_id = c.order_id
  join order_lines i on i.order_id = o.order_id and i.revision = o.revision and i.line_number = c.line_number
  group by i.tier having count(*) >= $claimsMin`

/** Counting all deliveries can take seconds, and anyone can ask for it, so a node does it at most this often. */
const TIER_RATES_AGE_MAX_MS = minutes(15)

/** What buyers see: one entry. */
const tierClaimRates = perNode(() => new Map<string, KeptCount>())

const show = ({ name, delivered, claimed, granted, wrong_numbers: wrongNumbers }: RateRow): ClaimRate => ({
  name,
  delivered,
  claimed,
  granted,
  wrongNumbers,
  grantedShare: shareWithRange(granted, delivered),
  wrongNumberShare: shareWithRange(wrongNumbers, delivered),
})

/** Shows how often delivered leads were claimed, with the ranges that the shares lie in. */
export async function showClaimRates(ctx: PlatformContext, { by }: QueryOf<typeof listClaimRates>) {
  return { rates: (await ctx.database.run(RATES[by])).map(show) }
}

const HEADERS = ['Source', 'County', 'Age', 'Tier', 'Delivered', 'Claimed', 'Granted', 'Wrong numbers granted']

/** Returns the counts behind all rates as a file, which names no one. */
export async function exportClaimRates(ctx: PlatformContext): Promise<FileReply> {
  const rows = await ctx.database.run(countFinest)
  const lines = rows.map(({ source, county, age, tier, delivered, claimed, granted, wrong_numbers }) => [
    ...[source, county, age, tier],
    ...[delivered, claimed, granted, wrong_numbers],
  ])
  return {
    name: `claim-rates_${storeDayOf(ctx.clock.now(), ctx.config.timeZone)}.csv`,
    bytes: new TextEncoder().encode(writeCsv([HEADERS, ...lines])),
    isDownload: true,
  }
}

async function countTiers(ctx: PlatformContext): Promise<ReplyOf<typeof listTierClaimRates>> {
  const claimed = await ctx.database.run(findClaimedTiers, { claimsMin: PUBLIC_RATES_CLAIMS_MIN })
  if (claimed.length === 0) return { tiers: [] }
  const rows = await ctx.database.run(RATES.tier)
  const tiers = TIERS.flatMap((tier) => {
    const row = rows.find(({ name }) => name === tier)
    if (!row || row.claimed < PUBLIC_RATES_CLAIMS_MIN) return []
    const { delivered, grantedShare, wrongNumberShare } = show(row)
    return [{ tier, delivered, grantedShare, wrongNumberShare }]
  })
  return { tiers }
}

/** Shows buyers how often leads of a tier turned out bad, once enough were claimed. Callers share one count. */
export const listTierRates = (ctx: PlatformContext): Promise<CachedJson> =>
  keepCount(ctx, tierClaimRates(ctx), { name: '', ageMaxMs: TIER_RATES_AGE_MAX_MS, count: () => countTiers(ctx) })
