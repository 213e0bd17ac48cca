import { TIER_FACTS, type Tier } from '#contract/catalogue/catalogue.ts'

const LOOKS: Readonly<Record<Tier, { filled: 1 | 2 | 3 | 4; color: string }>> = {
  vip: { filled: 4, color: 'text-vip' },
  premier: { filled: 3, color: 'text-premier' },
  premium: { filled: 2, color: 'text-premium' },
  standard: { filled: 1, color: 'text-standard' },
}

const LOTS = ['M1 9h6v6H1z', 'M1 1h6v6H1z', 'M9 1h6v6H9z', 'M9 9h6v6H9z']
/** With its mark: four lots filled for vip, one for standard, so that ranks differ by more than color. */
export function TierBadge({ tier }: { tier: Tier }) {
  const { filled, color } = LOOKS[tier]
  return (
    <span className={`inline-flex items-center gap-1.5 text-xs font-semibold whitespace-nowrap ${color}`}>
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        {LOTS.map((lot, index) => (
          <path key={lot} d={lot} fill={index < filled ? 'currentColor' : 'none'} stroke="currentColor" />
        ))}
      </svg>
      {TIER_FACTS[tier].badge}
    </span>
  )
}

/** What an offer adds to the size of a package. */
export const FreeLeads = ({ count }: { count: number }) =>
  count > 0 && <span className="font-normal whitespace-nowrap text-accent">&nbsp;+ {count} free</span>
