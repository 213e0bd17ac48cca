/** How often delivered leads were claimed: for administrators in detail, for buyers by tier. */
import * as z from 'zod/mini'
import { Tier } from '#contract/catalogue/catalogue.ts'
import { CSV_TYPE } from '#contract/csv-type.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CLAIM_RATE_GROUPS, CLAIM_RATES_MAX, PUBLIC_RATES_CLAIMS_MIN } from './claim-reasons.ts'

/** A share of the delivered leads, and the range it lies in with 95% confidence (Wilson score interval); 0 to 1. */
export const ClaimShare = z.object({ share: z.number(), low: z.number(), high: z.number() })
export type ClaimShare = z.infer<typeof ClaimShare>

export const ClaimRate = z.object({
  /** The source; the county with its state; the days between acquiring and selling, such as `0-7 days`; or the tier. */
  name: z.string(),
  delivered: z.int(),
  claimed: z.int(),
  granted: z.int(),
  /** Granted ones about a wrong or dead number. */
  wrongNumbers: z.int(),
  grantedShare: ClaimShare,
  wrongNumberShare: ClaimShare,
})
export type ClaimRate = z.infer<typeof ClaimRate>

export const listClaimRates = defineEndpoint('admin', 'GET', '/api/admin/claims/rates', {
  key: 'read',
  summary: `How often leads were claimed, by source, county, age or tier, the ${CLAIM_RATES_MAX} most delivered first.`,
  query: z.object({ by: z.enum(CLAIM_RATE_GROUPS) }),
  reply: z.object({ rates: z.array(ClaimRate) }),
})

export const exportClaimRates = defineEndpoint('admin', 'GET', '/api/admin/claims/rates.csv', {
  key: 'read',
  summary:
    'The counts behind all claim rates as a CSV file: one row for each source, county, age and tier. Add up the rows of a group for its rates. Nothing in it is about a person.',
  file: CSV_TYPE,
})

export const TierClaimRate = z.object({
  tier: Tier,
  delivered: z.int(),
  grantedShare: ClaimShare,
  wrongNumberShare: ClaimShare,
})
export type TierClaimRate = z.infer<typeof TierClaimRate>

export const listTierClaimRates = defineEndpoint('anyone', 'GET', '/api/claim-rates', {
  key: 'any',
  summary: `How often leads of a tier turned out bad, for tiers with at least ${PUBLIC_RATES_CLAIMS_MIN} claims. Counted again at most every 15 minutes.`,
  reply: z.object({ tiers: z.array(TierClaimRate) }),
})
