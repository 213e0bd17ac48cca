import { type LeadType, TIER_FACTS, type Tier } from '#contract/catalogue/catalogue.ts'
import { DELIVERY_HOURS } from '#contract/delivery/delivery-hours.ts'
import { useSoldTo } from '../catalogue-data.ts'
import { SampleLink } from './sample-link.tsx'

interface TierPromiseProps {
  tier: Tier
  leadType: LeadType
  /** Whether the heading above is for more than this tier. */
  isNamed: boolean
}

/** Below a tier's heading: how old its leads are, to how many they are sold and when they arrive, and a sample. */
export function TierPromise({ tier, leadType, isNamed }: TierPromiseProps) {
  const soldTo = useSoldTo()
  return (
    <div className="figures min-h-5 text-sm text-muted max-sm:min-h-10">
      {isNamed && <strong className="font-semibold text-ink">{TIER_FACTS[tier].name}: </strong>}
      {isNamed ? 'leads' : 'Leads'} {TIER_FACTS[tier].age} old, each {soldTo(tier)}, delivered within{' '}
      {DELIVERY_HOURS.promised} hours. <SampleLink tier={tier} leadType={leadType} />
    </div>
  )
}
