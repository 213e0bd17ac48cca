/**
 * How often delivered leads were claimed. All rates are counts of the same deliveries, so the file that administrators
 * export adds up to each of them.
 */
import { TIERS } from '#contract/catalogue/catalogue.ts'
import type { ClaimRate, listClaimRates, listTierClaimRates, TierClaimRate } from '#contract/claims/claim-rates.ts'
import { PUBLIC_RATES_CLAIMS_MIN } from '#contract/claims/claim-reasons.ts'
import { writeCsv } from '#contract/csv.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { minutes } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { CachedJson } from '#server/platform/http/cached-json.ts'
import type { FileReply } from '#server/platform/http/endpoint.ts'
import { countFinest, findClaimedTiers, RATES, type RateRow } from './rate-queries.ts'
import { shareWithRange } from './rules.ts'

/** Counting all deliveries can take seconds, and anyone can ask for it, so a node does it at most this often. */
const TIER_RATES_AGE_MAX_MS = minutes(15)

export interface TierRates {
  json: Promise<CachedJson>
  countedAt: number
}

declare module '#server/platform/context.ts' {
  interface NodeState {
    /** The rates that buyers see. */
    tierClaimRates: TierRates | null
  }
}

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
export async function showClaimRates(
  ctx: PlatformContext,
  { by }: QueryOf<typeof listClaimRates>,
): Promise<ReplyOf<typeof listClaimRates>> {
  const rows = await ctx.database.run(RATES[by])
  return { rates: rows.map(show) }
}

const HEADERS = ['Source', 'County', 'Age', 'Tier', 'Delivered', 'Claimed', 'Granted', 'Wrong numbers granted']

/** Returns the counts behind all rates as a file, which names no one. */
export async function exportClaimRates(ctx: PlatformContext): Promise<FileReply> {
  const rows = await ctx.database.run(countFinest)
  const lines = rows.map((row) => [
    row.source,
    row.county,
    row.age,
    row.tier,
    row.delivered,
    row.claimed,
    row.granted,
    row.wrong_numbers,
  ])
  return {
    name: `claim-rates_${ctx.clock.now().toISOString().slice(0, 10)}.csv`,
    bytes: new TextEncoder().encode(writeCsv([HEADERS, ...lines])),
    isDownload: true,
  }
}

async function countTiers(ctx: PlatformContext): Promise<TierClaimRate[]> {
  const claimed = await ctx.database.run(findClaimedTiers, { claimsMin: PUBLIC_RATES_CLAIMS_MIN })
  if (claimed.length === 0) return []
  const rows = await ctx.database.run(RATES.tier)
  return TIERS.flatMap((tier) => {
    const row = rows.find(({ name }) => name === tier)
    if (!row || row.claimed < PUBLIC_RATES_CLAIMS_MIN) return []
    const { delivered, grantedShare, wrongNumberShare } = show(row)
    return [{ tier, delivered, grantedShare, wrongNumberShare }]
  })
}

/** Shows buyers how often leads of a tier turned out bad, once enough were claimed. Callers share one count. */
export function listTierRates(ctx: PlatformContext): Promise<CachedJson> {
  const { clock, node } = ctx
  const isCurrent = (countedAt: number) => {
    const age = clock.now().getTime() - countedAt
    return age >= 0 && age < TIER_RATES_AGE_MAX_MS
  }
  if (node.tierClaimRates && isCurrent(node.tierClaimRates.countedAt)) return node.tierClaimRates.json
  const countedAt = clock.now().getTime()
  const json = countTiers(ctx).then((tiers) => {
    const reply: ReplyOf<typeof listTierClaimRates> = { tiers }
    return new CachedJson(JSON.stringify(reply), () => isCurrent(countedAt))
  })
  node.tierClaimRates = { json, countedAt }
  json.catch(() => {
    node.tierClaimRates = null
  })
  return json
}
