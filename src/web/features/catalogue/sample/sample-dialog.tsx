import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect } from 'react'
import { LEAD_TYPE_NAMES, TIER_FACTS } from '#contract/catalogue/catalogue.ts'
import { type ClaimShare, listTierClaimRates, type TierClaimRate } from '#contract/claims/claim-rates.ts'
import { query } from '#web/lib/call-api.ts'
import { formatCount } from '#web/lib/format.ts'
import { formatShare } from '#web/lib/format-late.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { dismissToasts } from '#web/ui/toast.ts'
import { type PromiseLine, PromiseList } from './promise-list.tsx'
import { SampleRecord } from './sample-record.tsx'

function recordLines({ delivered, grantedShare, wrongNumberShare }: TierClaimRate): PromiseLine[] {
  const words = ({ share, low, high }: ClaimShare, what: string) =>
    `${formatShare(share)} of ${formatCount(delivered)} delivered ${what} (95% confidence: ${formatShare(low)} to ${formatShare(high)})`
  return [
    { name: 'Bad leads so far', text: words(grantedShare, 'were replaced or credited') },
    { name: 'Wrong numbers', text: words(wrongNumberShare, 'had a wrong or dead number') },
  ]
}

type Props = ComponentProps<typeof SampleRecord> & { onClose: () => void }
export function SampleDialog({ onClose, ...sample }: Props) {
  const { tier, leadType } = sample
  useEffect(dismissToasts, [])
  // Only here, so that looking at packages and buying them cost nothing more.
  const rates = useQuery(query(listTierClaimRates)).data
  const record = rates?.tiers.find((rate) => rate.tier === tier)
  return (
    <Dialog title={`A sample ${TIER_FACTS[tier].name} lead`} onClose={onClose} isWide>
      <p className="mb-4 max-w-[60ch] text-sm text-muted">
        How a usual {LEAD_TYPE_NAMES[leadType]} lead looks in your list. The people are made up; your files have the
        same columns.
      </p>
      <SampleRecord {...sample} />
      <h3 className="mt-8 mb-3 text-lg font-semibold">What we promise</h3>
      <PromiseList tier={tier} more={record ? recordLines(record) : []} />
    </Dialog>
  )
}
