import type { ClaimShare, TierClaimRate } from '#contract/claims/claim-rates.ts'
import { formatCount } from '#web/lib/format.ts'
import type { PromiseLine } from './promise-words.ts'

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`

/** What became of the leads of a tier that were delivered until now. */
export function recordLines({ delivered, grantedShare, wrongNumberShare }: TierClaimRate): PromiseLine[] {
  const words = ({ share, low, high }: ClaimShare, what: string) =>
    `${percent(share)} of ${formatCount(delivered)} delivered ${what} (95% confidence: ${percent(low)} to ${percent(high)})`
  return [
    { name: 'Bad leads so far', text: words(grantedShare, 'were replaced or credited') },
    { name: 'Wrong numbers', text: words(wrongNumberShare, 'had a wrong or dead number') },
  ]
}
