import { TIER_FACTS, type Tier } from '#contract/catalogue/catalogue.ts'
import { ParcelMark } from '#web/ui/parcel-mark.tsx'

const LOOKS: Readonly<Record<Tier, { filled: 1 | 2 | 3 | 4; color: string }>> = {
  vip: { filled: 4, color: 'text-vip' },
  premier: { filled: 3, color: 'text-premier' },
  premium: { filled: 2, color: 'text-premium' },
  standard: { filled: 1, color: 'text-standard' },
}

/** A tier's badge word with its mark: four lots filled for vip, one for standard. */
export function TierBadge({ tier }: { tier: Tier }) {
  const { filled, color } = LOOKS[tier]
  return (
    <span className={`inline-flex items-center gap-1.5 text-xs font-semibold whitespace-nowrap ${color}`}>
      <ParcelMark filled={filled} />
      {TIER_FACTS[tier].badge}
    </span>
  )
}
