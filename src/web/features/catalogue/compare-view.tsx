import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type LeadType, type Package, SIZES, sizeName, TIER_FACTS, TIERS } from '#contract/catalogue/catalogue.ts'
import { DELIVERY_HOURS } from '#contract/delivery/delivery-hours.ts'
import { formatPerLead, formatPrice } from '#web/lib/format.ts'
import { type LeadsSearch, paths } from '#web/paths.ts'
import { type Market, packagesOf, packagesQuery, useSoldTo } from './catalogue-data.ts'
import { SameMoney } from './same-money-box.tsx'
import { SampleLink } from './sample/sample-link.tsx'
import { shownDeals } from './shown-deals.ts'
import { StockWord } from './stock-word.tsx'
import { TierBadge } from './tier-badge.tsx'

interface CompareViewProps {
  market: Market
  leadType: LeadType
}

/** All tiers and sizes of a lead type in one table, and what one amount buys in each tier. */
export function CompareView({ market, leadType }: CompareViewProps) {
  const { data } = useQuery(packagesQuery(market))
  const packages = packagesOf(data ?? [], leadType, TIERS)
  return (
    <>
      <section
        aria-label="Tiers and sizes side by side"
        className="relative mt-6 overflow-x-auto rounded-md border border-line bg-surface"
      >
        <CompareTable packages={packages} leadType={leadType} listSearch={{ ...market, type: leadType }} />
      </section>
      <CountedOffers packages={packages} />
      <SameMoney packages={packages} />
    </>
  )
}

/** Which offers the figures include; each row of the list names its own. */
function CountedOffers({ packages }: { packages: readonly Package[] }) {
  const deals = shownDeals.use()
  const names = new Set(packages.flatMap(({ id }) => deals.get(id)?.names ?? []))
  return (
    <p className="mt-2 min-h-5 text-sm text-muted">
      {names.size > 0 &&
        `Offers counted here: ${new Intl.ListFormat('en-US').format(names)}. Extra leads are not counted in the price per lead.`}
    </p>
  )
}

interface CompareTableProps {
  packages: readonly Package[]
  leadType: LeadType
  /** The URL of the list, where packages are bought. */
  listSearch: LeadsSearch
}

function CompareTable({ packages, leadType, listSearch }: CompareTableProps) {
  const soldTo = useSoldTo()
  return (
    <table className="w-full min-w-[34rem] sm:min-w-[44rem] border-collapse text-left text-sm">
      <thead>
        <tr className="border-b border-line align-bottom">
          <RowName>
            <span className="sr-only">Size</span>
          </RowName>
          {TIERS.map((tier) => (
            <th key={tier} scope="col" className="px-2.5 pt-4 pb-3 sm:px-4">
              <span className="display block text-lg">{TIER_FACTS[tier].name}</span>
              <TierBadge tier={tier} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <FactRow name="Age of the leads" factOf={(tier) => TIER_FACTS[tier].age} />
        <FactRow name="Each lead is" factOf={soldTo} />
        <FactRow name="Delivered" factOf={() => `within ${DELIVERY_HOURS.promised} hours`} />
        <FactRow name="What you get" factOf={(tier) => <SampleLink tier={tier} leadType={leadType} />} />
        {SIZES.map((size) => (
          <tr key={size} className="border-t border-line">
            <RowName>
              {sizeName(size)}
              <span className="figures block font-normal text-muted">{size} leads</span>
            </RowName>
            {TIERS.map((tier) => (
              <td key={tier} className="px-2.5 py-3 sm:px-4">
                <PackageFigures
                  package={packages.find((one) => one.tier === tier && one.size === size)}
                  listSearch={listSearch}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function FactRow({ name, factOf }: { name: string; factOf: (tier: (typeof TIERS)[number]) => ReactNode }) {
  return (
    <tr className="border-t border-line">
      <RowName>{name}</RowName>
      {TIERS.map((tier) => (
        <td key={tier} className="figures px-2.5 py-3 sm:px-4">
          {factOf(tier)}
        </td>
      ))}
    </tr>
  )
}

/** Stays in place while the tiers scroll below it on a phone. */
function RowName({ children }: { children: ReactNode }) {
  return (
    <th scope="row" className="sticky left-0 w-26 bg-surface py-3 pr-2 pl-3 sm:px-4 font-semibold sm:w-44">
      {children}
    </th>
  )
}

/** The price links to the row that sells it. */
function PackageFigures({ package: one, listSearch }: { package: Package | undefined; listSearch: LeadsSearch }) {
  const deals = shownDeals.use()
  if (!one) return <span className="text-muted">not sold</span>
  const deal = deals.get(one.id)
  const price = deal?.price ?? one.price
  return (
    <>
      <span className="flex flex-wrap items-baseline gap-x-2">
        <Link
          to={paths.leads}
          search={listSearch}
          hash={one.id}
          className="display figures text-xl underline decoration-line decoration-1 underline-offset-4 hover:decoration-accent focus-visible:-outline-offset-2"
        >
          {formatPrice(price)}
          <span className="sr-only">, go to {`${TIER_FACTS[one.tier].name} ${sizeName(one.size)}`}</span>
        </Link>
        {deal?.was && (
          <s className="figures text-muted">
            <span className="sr-only">was </span>
            {deal.was}
          </s>
        )}
      </span>
      <span className="figures block text-muted">{formatPerLead(price, one.size)} per lead</span>
      <span className="figures block min-h-5">{deal?.extra}</span>
      <StockWord available={one.available} />
    </>
  )
}
