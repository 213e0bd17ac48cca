import { priceName } from '#contract/admin/pricing.ts'
import type { BackedPool } from '#contract/admin/stock-lists.ts'
import {
  LEAD_TYPE_NAMES,
  LEAD_TYPES,
  type LeadType,
  type Package,
  sizeName,
  TIER_FACTS,
  TIERS,
  type Tier,
} from '#contract/catalogue/catalogue.ts'
import { formatCount, formatDollars, formatPlural } from '#web/lib/format.ts'
import { classes } from '#web/ui/classes.ts'
import { ListTrouble } from '#web/ui/error-notice.tsx'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { FromLeadsMark, StockBadge } from './from-leads.tsx'
import { keyedPackage } from './package-story.tsx'
import { type Place, useBackedPools, useCountyPackages } from './stock-data.ts'
import { inOrder, lowOf, poolOf, summaryOf } from './stock-rules.ts'

type CountyInventoryProps = { place: Place; chosen: string; onChoose: (one: Package) => void }

/** A county's stock: its sums, what runs low, and all of it. */
export function CountyInventory({ place, chosen, onChoose }: CountyInventoryProps) {
  const list = useCountyPackages(place)
  const { data: packages, error, isPending } = list
  const pools = useBackedPools(place)
  const backed = pools.data ?? []
  const summary = packages && summaryOf(packages, backed)
  const tierOf = (leadType: LeadType, tier: Tier) => {
    const its = inOrder(packages ?? []).filter((one) => one.leadType === leadType && one.tier === tier)
    return (
      its.length > 0 && (
        <div key={tier} className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[5rem_minmax(0,1fr)]">
          <h4 className="pt-2 text-sm font-semibold">{TIER_FACTS[tier].name}</h4>
          <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-2 xl:grid-cols-4">
            {its.map((one) => (
              <li key={one.id}>
                <StockCard
                  one={one}
                  isFromLeads={poolOf(one, backed) !== undefined}
                  isChosen={one.id === chosen}
                  onPress={() => onChoose(one)}
                />
              </li>
            ))}
          </ul>
        </div>
      )
    )
  }
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
                ? 'each lead once, other stock added up, unlimited as 1,000'
                : 'stock added up, unlimited as 1,000',
            },
            { label: 'Lead Types', value: summary && formatCount(summary.leadTypes) },
            { label: 'Tiers', value: summary && formatCount(summary.tiers) },
          ]}
        />
      </Panel>
      <ListTrouble list={list} title="The inventory could not be loaded" />
      {packages && <LowStockAlert packages={packages} pools={backed} onChoose={onChoose} />}
      {(packages || isPending) && (
        <Panel title="Complete Inventory" intro="Press a package to fill in the form above.">
          {isPending && <Loading words="Loading the inventory" height="h-44" count={3} />}
          <div className="grid gap-7">
            {packages &&
              LEAD_TYPES.map((leadType) => (
                <section key={leadType} aria-label={LEAD_TYPE_NAMES[leadType]}>
                  <h3 className="display border-b border-line pb-1 text-lg">{LEAD_TYPE_NAMES[leadType]}</h3>
                  <div className="mt-3 grid gap-4">{TIERS.map((tier) => tierOf(leadType, tier))}</div>
                </section>
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
  onChoose: (one: Package) => void
}

function LowStockAlert({ packages, pools, onChoose }: LowStockAlertProps) {
  const low = lowOf(packages)
  if (low.length === 0) return null
  const line = (one: Package) => (
    <li key={one.id}>
      <button
        type="button"
        onClick={() => onChoose(one)}
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

type StockCardProps = { one: Package; isFromLeads: boolean; isChosen: boolean; onPress: () => void }

const StockCard = ({ one, isFromLeads, isChosen, onPress }: StockCardProps) => (
  <button
    type="button"
    aria-current={isChosen ? 'true' : undefined}
    onClick={onPress}
    className={classes(
      'grid h-full w-full gap-0.5 rounded-md border px-3 py-2 text-left text-sm transition-colors duration-150',
      isChosen ? 'border-accent bg-accent-quiet' : 'border-line hover:border-control hover:bg-accent-quiet',
    )}
  >
    <span className="flex items-center justify-between gap-2">
      <span className="font-semibold whitespace-nowrap">
        {one.size} leads<span className="sr-only">, {sizeName(one.size)},</span>
      </span>
      <span>
        <StockBadge available={one.available} />
      </span>
    </span>
    <span className="flex flex-wrap items-center justify-between gap-x-2">
      <span className="figures">{formatDollars(one.price)}</span>
      {isFromLeads && <FromLeadsMark />}
    </span>
    <span className="text-xs wrap-anywhere text-muted">ID: {one.id}</span>
  </button>
)
