import type { PriceKey } from '#contract/admin/pricing.ts'
import { LEAD_TYPE_NAMES, type Package, type Size, TIER_FACTS } from '#contract/catalogue/catalogue.ts'
import { formatDollars, formatPlural } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useBackedPools } from './stock-data.ts'
import { poolOf, stockWord } from './stock-rules.ts'

/** Tells a package from the others in its county. */
export const keyedPackage = ({ leadType, tier, size }: Package): PriceKey => ({ leadType, tier, size: size as Size })

/** The selected package: where it is, what it is, what is left. */
export function PackageFacts({ chosen, onStory }: { chosen: Package; onStory: () => void }) {
  const pool = poolOf(chosen, useBackedPools(chosen).data ?? [])
  const facts: readonly (readonly [string, string])[] = [
    ['Location', `${chosen.county}, ${chosen.state}`],
    ['Lead Type', LEAD_TYPE_NAMES[chosen.leadType]],
    ['Tier', TIER_FACTS[chosen.tier].name],
    ['Package Size', `${chosen.size} leads`],
    ['Price', formatDollars(chosen.price)],
    ['Current Stock', stockWord(chosen.available)],
    ...(pool ? ([['Stock Comes From', formatPlural(pool.leads, 'lead')]] as const) : []),
  ]
  return (
    <Panel title="Current Package Information" actions={<Button onClick={onStory}>History and holds</Button>}>
      <dl className="figures grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-x-5 gap-y-3 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
