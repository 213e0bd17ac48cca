import { useQuery } from '@tanstack/react-query'
import { type Package, packageName, TIERS } from '#contract/catalogue/catalogue.ts'
import { type Market, packagesOf, packagesQuery } from '#web/features/catalogue/catalogue-data.ts'
import { changeMarks } from '#web/features/catalogue/change-marks.ts'
import { DealLine } from '#web/features/catalogue/deal-line.tsx'
import { shownDeals } from '#web/features/catalogue/shown-deals.ts'
import { StockWord } from '#web/features/catalogue/stock-word.tsx'
import { TierBadge } from '#web/features/catalogue/tier-badge.tsx'
import { formatPerLead, formatPrice } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { nothing } from '../../store/late-parts.tsx'
import { loadLivePackages } from '../../store/load-live-packages.ts'
import { SalesLink } from '../sales-link.tsx'
import { AddButtons } from './add-buttons.tsx'

const COLUMNS: readonly Column<Package>[] = [
  {
    key: 'package',
    header: 'Package',
    isTitle: true,
    cell: (one) => (
      // Live stock uses the id to find out whether the row is in view.
      <div id={one.id}>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span id={`${one.id}-name`} className="font-semibold">
            {packageName(one)}
          </span>
          <span className="figures text-muted">{one.size} leads</span>
          <TierBadge tier={one.tier} />
        </p>
        <p className="text-xs text-muted">{one.description}</p>
        <OffersOf package={one} />
      </div>
    ),
  },
  {
    key: 'price',
    header: 'Price',
    isNumber: true,
    cell: (one) => <PriceCell package={one} />,
  },
  { key: 'stock', header: 'In stock', isNumber: true, cell: (one) => <StockWord available={one.available} /> },
  {
    key: 'add',
    header: 'Add to the cart',
    isHeaderHidden: true,
    cell: (one) => <AddButtons package={one} describedBy={`${one.id}-name`} />,
  },
]

function OffersOf({ package: one }: { package: Package }) {
  return <DealLine deal={shownDeals.use().get(one.id)} className="text-xs" />
}

function PriceCell({ package: one }: { package: Package }) {
  const deal = shownDeals.use().get(one.id)
  const price = deal?.price ?? one.price
  return (
    <>
      <span className="font-semibold">{formatPrice(price)}</span>{' '}
      <span className="text-xs text-muted @3xl:block">{formatPerLead(price, one.size)} per lead</span>
    </>
  )
}

interface PackageListProps {
  market: Market
  leadType: Package['leadType']
}

/** A county's packages of one lead type with their descriptions, and two buttons for each. */
export function PackageList({ market, leadType }: PackageListProps) {
  const { data, error, isPending, refetch } = useQuery(packagesQuery(market))
  const marks = changeMarks.use()
  if (isPending) {
    return <Loading words="Loading packages" height="h-140" />
  }
  if (error && error.status !== 404) {
    return (
      <Notice
        tone="danger"
        title="The packages could not be loaded"
        action={<Button onClick={() => refetch()}>Try again</Button>}
      >
        {error.sentence}
      </Notice>
    )
  }
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
