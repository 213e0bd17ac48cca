import { priceName } from '#contract/admin/pricing.ts'
import type { BackedPool } from '#contract/admin/stock-lists.ts'
import { LEAD_TYPES, type Package } from '#contract/catalogue/catalogue.ts'
import { formatCount, formatPlural } from '#web/lib/format.ts'
import { ListTrouble } from '#web/ui/error-notice.tsx'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { keyedPackage } from './package-story.tsx'
import { type Place, useBackedPools, useCountyPackages } from './stock-data.ts'
import { StockGrid, stockCellId } from './stock-grid.tsx'
import { lowOf, poolOf, summaryOf } from './stock-rules.ts'

type CountyInventoryProps = { place: Place; onStory: (one: Package) => void }

/** A county's stock: its sums, what runs low, and all of it. */
export function CountyInventory({ place, onStory }: CountyInventoryProps) {
  const list = useCountyPackages(place)
  const { data: packages, error, isPending } = list
  const pools = useBackedPools(place)
  const backed = pools.data ?? []
  const summary = packages && summaryOf(packages, backed)
  // The form reports an unknown place.
  if (error?.status === 404) return null
  return (
    <>
      <Panel title="Inventory Summary" intro={`${place.county}, ${place.state}`}>
        <FigureStrip
          label="Inventory Summary figures"
          figures={[
            { label: 'Unique Packages', value: summary && formatCount(summary.uniquePackages) },
            {
              label: 'Total Leads Available',
              // Without its pools, the sum would be different for a moment.
              value: pools.error ? 'Unknown' : pools.data && summary && formatCount(summary.totalAvailable),
              note: backed.length
                ? 'leads counted once; other packages counted, unlimited ones as 1,000'
                : 'packages counted, unlimited ones as 1,000',
            },
            { label: 'Lead Types', value: summary && formatCount(summary.leadTypes) },
            { label: 'Tiers', value: summary && formatCount(summary.tiers) },
          ]}
        />
      </Panel>
      <ListTrouble list={list} title="The inventory could not be loaded" />
      {packages && <LowStockAlert packages={packages} pools={backed} />}
      {(packages || isPending) && (
        <Panel
          title="Complete Inventory"
          intro="Change a count in its cell and press Enter. Above 999, stock is unlimited (∞)."
        >
          {(isPending || pools.isPending) && <Loading words="Loading the inventory" height="h-44" count={3} />}
          <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
            {packages &&
              // Only its pools tell which counts can be changed.
              !pools.isPending &&
              LEAD_TYPES.map((leadType) => (
                <StockGrid key={leadType} leadType={leadType} packages={packages} pools={backed} onStory={onStory} />
              ))}
          </div>
        </Panel>
      )}
    </>
  )
}

/** More would push the inventory itself off the screen. */
const LOW_SHOWN_MAX = 8

interface LowStockAlertProps {
  packages: readonly Package[]
  pools: readonly BackedPool[]
}

function LowStockAlert({ packages, pools }: LowStockAlertProps) {
  const low = lowOf(packages)
  if (low.length === 0) return null
  const line = (one: Package) => (
    <li key={one.id}>
      <button
        type="button"
        onClick={() => document.getElementById(stockCellId(one.id))?.focus()}
        className="min-h-9 w-full rounded-md px-2 text-left hover:bg-surface hover:underline compact:min-h-7"
      >
        <strong className="figures">{one.available === 0 ? 'Sold out' : `${one.available} left`}</strong>
        {': '}
        {priceName(keyedPackage(one))}
        {poolOf(one, pools) && ' (from leads)'}
      </button>
    </li>
  )
  return (
    <section aria-labelledby="low-stock-alert">
      <Notice tone="attention">
        <h2 id="low-stock-alert" className="font-semibold">
          Low Stock Alert
        </h2>
        <p className="mt-0.5">{formatPlural(low.length, 'package')} with 10 or fewer in stock.</p>
        <ul className="-mx-2 mt-2 grid gap-x-4 sm:grid-cols-2">{low.slice(0, LOW_SHOWN_MAX).map(line)}</ul>
        {low.length > LOW_SHOWN_MAX && (
          <details className="mt-1">
            <summary className="py-1 font-semibold text-accent hover:underline">
              Show {formatCount(low.length - LOW_SHOWN_MAX)} more
            </summary>
            <ul className="-mx-2 grid gap-x-4 sm:grid-cols-2">{low.slice(LOW_SHOWN_MAX).map(line)}</ul>
          </details>
        )}
      </Notice>
    </section>
  )
}
