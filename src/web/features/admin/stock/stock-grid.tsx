import { History } from 'lucide-react'
import { priceName } from '#contract/admin/pricing.ts'
import type { BackedPool } from '#contract/admin/stock-lists.ts'
import { COUNTED_MAX, type LeadType, type Package } from '#contract/catalogue/catalogue.ts'
import { EditCell, PackageGrid } from '#web/features/admin/packages/package-grid.tsx'
import { SectionLink } from '#web/features/admin/section-link.tsx'
import { formatPrice } from '#web/lib/format.ts'
import { keyedPackage } from './package-story.tsx'
import { useSetStock } from './stock-data.ts'
import { countError, poolOf, stockTone, stockWord } from './stock-rules.ts'

/** Of the cell of a package, for a link or a list that leads there. */
export const stockCellId = (packageId: string): string => `stock-${packageId}`

interface StockGridProps {
  leadType: LeadType
  packages: readonly Package[]
  pools: readonly BackedPool[]
  onStory: (one: Package) => void
}

/** The stock of a lead type. A count is changed in its cell. */
export function StockGrid({ leadType, packages, pools, onStory }: StockGridProps) {
  const its = packages.filter((one) => one.leadType === leadType)
  return (
    <PackageGrid
      leadType={leadType}
      tierNote={(tier) =>
        poolOf({ leadType, tier }, pools) && <span className="block text-xs font-normal text-muted">from leads</span>
      }
      cell={(tier, size) => {
        const one = its.find((other) => other.tier === tier && other.size === size)
        return one && <StockCell one={one} isFromLeads={Boolean(poolOf(one, pools))} onStory={() => onStory(one)} />
      }}
    />
  )
}

const TONES = { done: 'text-accent', waiting: 'text-attention', over: 'text-danger' } as const

function StockCell({ one, isFromLeads, onStory }: { one: Package; isFromLeads: boolean; onStory: () => void }) {
  const set = useSetStock()
  const name = priceName(keyedPackage(one))
  const below = (
    <p className="flex flex-wrap items-center justify-between gap-x-1 text-xs text-muted">
      <span className="figures truncate">{formatPrice(one.price)}</span>
      <button
        type="button"
        aria-label={`History and holds of ${name}`}
        title="History and holds"
        onClick={onStory}
        className="-my-1 grid size-6 shrink-0 place-items-center rounded-md hover:bg-accent-quiet hover:text-ink"
      >
        <History size={14} aria-hidden="true" />
      </button>
    </p>
  )
  if (isFromLeads)
    return (
      <div className="grid gap-0.5">
        <SectionLink
          section="leads"
          search={{ state: one.state, county: one.county, type: one.leadType, tier: one.tier }}
          id={stockCellId(one.id)}
          className="flex min-h-11 flex-wrap items-center gap-x-2 px-2 font-semibold text-accent hover:underline compact:min-h-8"
        >
          <span className="sr-only">{name}: </span>
          <span className="figures">{stockWord(one.available)}</span>
          <span className="sr-only"> From leads</span>
        </SectionLink>
        {below}
      </div>
    )
  return (
    <EditCell
      id={stockCellId(one.id)}
      label={`${name}, in stock`}
      title={`ID: ${one.id}`}
      inputMode="numeric"
      value={one.available > COUNTED_MAX ? '' : String(Math.max(0, one.available))}
      placeholder="∞"
      tone={TONES[stockTone(one.available)]}
      errorOf={countError}
      now={stockWord(one.available)}
      change={set}
      outdated="availability_changed"
      onSave={(text, onSuccess) =>
        set.mutate({ id: one.id, available: Number(text), expected: one.available }, { onSuccess })
      }
    >
      {below}
    </EditCell>
  )
}
