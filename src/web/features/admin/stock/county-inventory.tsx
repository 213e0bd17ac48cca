import { priceName } from '#contract/admin/pricing.ts'
import type { BackedPool } from '#contract/admin/stock-lists.ts'
import { COUNTED_MAX, type Package } from '#contract/catalogue/catalogue.ts'
import { EditCell, PackageGrids } from '#web/features/admin/packages/package-grid.tsx'
import { SectionLink } from '#web/features/admin/section-link.tsx'
import { formatCount, formatPlural, formatPrice } from '#web/lib/format.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { FactList } from '#web/ui/fact-list.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { keyedPackage } from './package-story.tsx'
import { type Place, useBackedPools, useCountyPackages, useSetStock } from './stock-data.ts'
import { StockForm } from './stock-form.tsx'
import { countError, leftWord, lowOf, poolOf, stockTone, stockWord, summaryOf } from './stock-rules.ts'

/** Of the cell of a package, for a list that leads there. */
export const stockCellId = (packageId: string): string => `stock-${packageId}`

interface CountyInventoryProps {
  place: Place
  /** The package of the form. */
  packageId: string
  onPackage: (packageId: string) => void
  onStory: (packageId: string) => void
}

/** A county's stock: its sums, all of it with a field in each cell, the chosen package with its form, what runs low. */
export function CountyInventory({ place, packageId, onPackage, onStory }: CountyInventoryProps) {
  const { data: packages, error, refetch } = useCountyPackages(place)
  const pools = useBackedPools(place)
  const failed = error ?? pools.error
  const trouble = (
    <ErrorNotice
      error={failed}
      title={packages ? 'This inventory may be out of date' : 'The inventory could not be loaded'}
      onRetry={failed?.status === 404 ? undefined : () => [refetch(), pools.refetch()]}
    />
  )
  // Only its pools tell which counts can be changed, and their leads are part of the sum.
  if (!packages || !pools.data)
    return failed ? trouble : <Loading words="Loading the inventory" height="h-44" count={3} />
  const isMixed = packages.some((one) => !poolOf(one, pools.data))
  return (
    <>
      {trouble}
      <Summary packages={packages} pools={pools.data} />
      <Panel
        title="Complete Inventory"
        intro={
          <>
            <p>
              {pools.data.length > 0 && (
                <>
                  Plain numbers come from imported leads.{' '}
                  <SectionLink section="imports">Upload a lead file</SectionLink> to add more.{' '}
                </>
              )}
              {isMixed && 'Type a count and press Enter. Above 999, stock is unlimited (∞).'}
            </p>
            <p className="text-xs">
              Left: <span className="font-semibold text-accent">above 50</span> ·{' '}
              <span className="font-semibold text-attention">11 to 50</span> ·{' '}
              <span className="font-semibold text-danger">10 or fewer: low</span>
            </p>
          </>
        }
      >
        <PackageGrids
          tierNote={(leadType, tier) => {
            const pool = poolOf({ leadType, tier }, pools.data)
            return (
              pool && (
                <span className="figures block text-xs font-normal text-muted" title="Its four sizes share these leads">
                  {formatPlural(pool.leads, 'lead')}
                </span>
              )
            )
          }}
          cell={(leadType, tier, size) => {
            const one = packages.find((it) => it.leadType === leadType && it.tier === tier && it.size === size)
            if (!one) return null
            const isFromLeads = Boolean(poolOf(one, pools.data))
            return <StockCell one={one} isFromLeads={isFromLeads} onChoose={() => onPackage(one.id)} />
          }}
        >
          <StockForm {...{ place, packages, packageId, onPackage, onStory }} pools={pools.data} />
        </PackageGrids>
      </Panel>
      <LowStockAlert low={lowOf(packages)} />
    </>
  )
}

function Summary({ packages, pools }: { packages: readonly Package[]; pools: readonly BackedPool[] }) {
  const { uniquePackages, totalAvailable, leadTypes, tiers } = summaryOf(packages, pools)
  const hasUnlimited = packages.some(({ available }) => available > COUNTED_MAX)
  return (
    <section aria-labelledby="inventory-summary" className="flex flex-wrap items-baseline gap-x-6 gap-y-1">
      <h2 id="inventory-summary" className="font-semibold">
        Inventory Summary
      </h2>
      <FactList
        className="figures flex flex-wrap items-baseline gap-x-6 gap-y-1"
        factLook="flex flex-row-reverse items-baseline gap-1.5"
        termLook="text-muted"
        valueLook="font-semibold"
        facts={[
          ['Unique Packages', formatCount(uniquePackages)],
          [`Total Leads Available${hasUnlimited ? ' (unlimited counts as 1,000)' : ''}`, formatCount(totalAvailable)],
          ['Lead Types', leadTypes],
          ['Tiers', tiers],
        ]}
      />
    </section>
  )
}

const TONES = { done: 'text-accent', waiting: 'text-attention', over: 'text-danger' } as const

function StockCell({ one, isFromLeads, onChoose }: { one: Package; isFromLeads: boolean; onChoose: () => void }) {
  const set = useSetStock()
  const name = priceName(keyedPackage(one))
  const tone = TONES[stockTone(one.available)]
  const price = <p className="figures truncate pr-2 text-xs text-muted">{formatPrice(one.price)}</p>
  if (isFromLeads)
    return (
      <>
        <button
          type="button"
          id={stockCellId(one.id)}
          onClick={onChoose}
          onFocus={onChoose}
          className={`figures min-h-11 w-full rounded-md px-2 text-right font-semibold hover:bg-accent-quiet compact:min-h-7 ${tone}`}
        >
          <span className="sr-only">{name}: </span>
          {stockWord(one.available)}
          <span className="sr-only"> From leads</span>
        </button>
        {price}
      </>
    )
  return (
    <EditCell
      id={stockCellId(one.id)}
      label={`${name}, in stock`}
      title={`ID: ${one.id}`}
      inputMode="numeric"
      value={one.available > COUNTED_MAX ? '' : String(Math.max(0, one.available))}
      placeholder="∞"
      tone={tone}
      errorOf={countError}
      now={stockWord(one.available)}
      change={set}
      outdated="availability_changed"
      onSave={(text, onSuccess) =>
        set.mutate({ id: one.id, available: Number(text), expected: one.available }, { onSuccess })
      }
      onFocus={onChoose}
    >
      {price}
    </EditCell>
  )
}

function LowStockAlert({ low }: { low: readonly Package[] }) {
  if (low.length === 0) return null
  return (
    <section aria-labelledby="low-stock-alert">
      <Notice tone="attention">
        <h2 id="low-stock-alert" className="font-semibold">
          Low Stock Alert
        </h2>
        <p className="mt-0.5">{formatPlural(low.length, 'package')} with 10 or fewer left.</p>
        <ul className="-mx-2 mt-1 grid gap-x-4 sm:grid-cols-2">
          {low.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                onClick={() => document.getElementById(stockCellId(one.id))?.focus()}
                className="min-h-11 w-full rounded-md px-2 text-left hover:bg-surface hover:underline compact:min-h-7"
              >
                {priceName(keyedPackage(one))}: <strong className="figures">{leftWord(one.available)}</strong>
              </button>
            </li>
          ))}
        </ul>
      </Notice>
    </section>
  )
}
