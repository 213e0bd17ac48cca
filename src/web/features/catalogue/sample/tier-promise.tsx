import { type LeadType, TIER_FACTS, type Tier } from '#contract/catalogue/catalogue.ts'
import { useSoldTo } from '../catalogue-data.ts'
import { SampleLink } from './sample-link.tsx'

interface TierPromiseProps {
  tier: Tier
  leadType: LeadType
  /** Whether the heading above is for more than this tier. */
  isNamed: boolean
  /** The offers of this tier alone, in words. */
  offers: readonly string[]
  className?: string
}

/** Beside a tier's heading: how old its leads are, and to how many they are sold; and a sample. */
export function TierPromise({ tier, leadType, isNamed, offers, className }: TierPromiseProps) {
  const soldTo = useSoldTo()
  return (
    <div className={`figures text-xs leading-4 text-muted sm:leading-5 lg:text-sm ${className}`}>
      {isNamed && <strong className="font-semibold text-ink">{TIER_FACTS[tier].name}: </strong>}
      {isNamed ? 'leads' : 'Leads'} {TIER_FACTS[tier].age} old, each {soldTo(tier)}.{' '}
      {offers.length > 0 && `Offers: ${new Intl.ListFormat('en-US').format(offers)}. `}
      <SampleLink tier={tier} leadType={leadType} />
    </div>
  )
}
