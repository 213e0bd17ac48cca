import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { LEAD_TYPE_NAMES, LEAD_TYPES, type Package, packageName, TIERS } from '#contract/catalogue/catalogue.ts'
import { type Market, packagesOf, packagesQuery } from '#web/features/catalogue/catalogue-data.ts'
import { changeMarks, shownDeals } from '#web/features/catalogue/county-on-screen.ts'
import { StockWord } from '#web/features/catalogue/package-cell.tsx'
import { TierBadge } from '#web/features/catalogue/tier-badge.tsx'
import { useCart } from '#web/features/orders/cart/cart-data.ts'
import { formatPerLead, formatPrice } from '#web/lib/format.ts'
import { SalesLink } from '#web/pages/sales/sales-navigation.tsx'
import { loadLivePackages, nothing } from '#web/pages/store/late-parts.tsx'
import { PriceCut } from '#web/ui/amounts.tsx'
import { classes } from '#web/ui/classes.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListTrouble } from '#web/ui/error-notice.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { AddButtons } from './package-grid.tsx'
import { useMarket } from './use-market.ts'

export function LeadTypeSelect({ isInline = false }: { isInline?: boolean }) {
  const { leadType, chooseLeadType } = useMarket()
  return (
    <SelectField
      label="Lead Type"
      isInline={isInline}
      options={LEAD_TYPES}
      nameOf={(one) => LEAD_TYPE_NAMES[one]}
      value={leadType}
      onChange={chooseLeadType}
    />
  )
}

const COLUMNS: readonly Column<Package>[] = [
  { header: 'Package', isTitle: true, narrow: 'cell', cell: (one) => <PackageCell package={one} /> },
  { header: 'Price', isNumber: true, narrow: 'cell', cell: (one) => <PriceCell package={one} /> },
  {
    header: 'In stock',
    isNumber: true,
    narrow: 'cell',
    // What a package has is leads, beside this.
    cell: ({ available }) => (
      <StockWord available={available} word={available === 1 ? 'package left' : 'packages left'} />
    ),
  },
  {
    header: 'Add to the cart',
    isHeaderHidden: true,
    narrow: 'cell',
    cell: (one) => <AddButtons package={one} describedBy={`${one.id}-name`} />,
  },
]

/** Two lines, whatever offers add: what a rep reads to the caller, and the rest when the pointer is on it. */
function PackageCell({ package: one }: { package: Package }) {
  const { lowered, extra, sentences = [] } = shownDeals.use().get(one.id) ?? {}
  const about = [extra, lowered, one.description, ...sentences].filter(Boolean).join(' · ')
  return (
    // Live stock uses the id to find out whether the row is in view.
    <div id={one.id}>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span id={`${one.id}-name`} className="font-semibold">
          {packageName(one)}
        </span>
        <TierBadge tier={one.tier} />
      </p>
      <p title={about} className="line-clamp-1 text-xs text-muted">
        {about}
      </p>
    </div>
  )
}

function PriceCell({ package: one }: { package: Package }) {
  const price = shownDeals.use().get(one.id)?.price ?? one.price
  return (
    <>
      <PriceCut was={formatPrice(one.price)} now={formatPrice(price)} />{' '}
      <span className="text-xs text-muted @3xl:block">{formatPerLead(price, one.size)} per lead</span>
    </>
  )
}

function PackageList({ market, leadType }: { market: Market; leadType: Package['leadType'] }) {
  const { data, error, isPending, refetch } = useQuery(packagesQuery(market))
  const marks = changeMarks.use()
  if (isPending) return <Loading words="Loading packages" height="h-140" />
  if (error && error.status !== 404)
    return <ListTrouble list={{ data: undefined, error, refetch }} title="The packages could not be loaded" />
  const packages = packagesOf(data ?? [], leadType, TIERS)
  if (packages.length === 0) {
    return (
      <EmptyState
        title="No packages available for the selected criteria"
        action={<SalesLink tab="market">Choose another market</SalesLink>}
      >
        {error?.sentence}
      </EmptyState>
    )
  }
  return (
    <>
      <DataTable
        label={`Packages in ${market.county}`}
        columns={COLUMNS}
        rows={packages}
        rowKey={(one) => one.id}
        rowLook={(one) => (marks.has(one.id) ? 'bg-attention-quiet' : undefined)}
      />
      <LatePart load={loadLivePackages} props={{ market, leadType }} failed={nothing} />
    </>
  )
}

/**
 * Browse Packages: the selected county's packages of the selected lead type, kept up to date while visible; without one,
 * those of the county last sold from. `grid` shows them as cells, where a row of the list would be half a screen high.
 */
export function PackagesStep({ grid }: { grid: ReactNode }) {
  const { market, leadType, isChosen, chooseMarket } = useMarket()
  const inCart = useCart().lines.at(-1)
  useEffect(() => {
    if (!isChosen && inCart) chooseMarket(inCart)
  })
  if (!isChosen) {
    return (
      <EmptyState
        title="Please select a state and county first"
        action={
          <SalesLink tab="market" look="primary">
            Go to Market Selection
          </SalesLink>
        }
      >
        The packages of the county then appear here, with live inventory.
      </EmptyState>
    )
  }
  return (
    <section
      aria-labelledby="packages-title"
      className={classes(Boolean(grid) && 'rounded-md border border-line bg-surface p-4 sm:p-5')}
    >
      <div className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-3">
        <h2 id="packages-title" className="min-w-0 grow basis-40 text-base font-semibold">
          {market.county}, {market.state}
        </h2>
        <LeadTypeSelect isInline />
        <SalesLink tab="market">Another market</SalesLink>
      </div>
      {grid || <PackageList market={market} leadType={leadType} />}
    </section>
  )
}
