import type { ClaimShare, TierClaimRate } from '#contract/claims/claim-rates.ts'
import { formatCount, formatShare } from '#web/lib/format.ts'
import type { PromiseLine } from './promise-words.ts'

/** What became of the leads of a tier that were delivered so far. */
export function recordLines({ delivered, grantedShare, wrongNumberShare }: TierClaimRate): PromiseLine[] {
  const words = ({ share, low, high }: ClaimShare, what: string) =>
    `${formatShare(share)} of ${formatCount(delivered)} delivered ${what} (95% confidence: ${formatShare(low)} to ${formatShare(high)})`
  return [
    { name: 'Bad leads so far', text: words(grantedShare, 'were replaced or credited') },
    { name: 'Wrong numbers', text: words(wrongNumberShare, 'had a wrong or dead number') },
  ]
}
