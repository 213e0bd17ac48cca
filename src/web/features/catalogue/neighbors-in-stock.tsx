import { useQueries, useQuery } from '@tanstack/react-query'
import { LEAD_TYPE_NAMES, type LeadType, type Package, type Tier } from '#contract/catalogue/catalogue.ts'
import type { CountyStock, StockFilter } from '#contract/stock/stock.ts'
import { formatPlural } from '#web/lib/format.ts'
import { useStoreConfig } from '#web/lib/use-store-config.ts'
import type { LeadsSearch } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { NOT_ON_SALE_YET, outlinesQuery, whyOut } from './catalogue-data.ts'
import { NearbyLink, type Neighbor, neighborsOf } from './county-strip.tsx'
import { countyStockQuery } from './map/map-data.ts'

/** Stock changes; a state's figures are reloaded after a minute. */
const STOCK_AGE_MAX_MS = 60_000
const OFFERED_MAX = 6
const NAMED_MAX = 3

interface NeighborsInStockProps {
  fips: string
  state: string
  keep: LeadsSearch
  county: string
  leadType: LeadType | null
  out: readonly Package[] | undefined
}

/** The neighbors of a county that have such packages in stock, those with the most first. */
function useNeighborsInStock(fips: string, state: string, filter: StockFilter) {
  const { data: outlines } = useQuery(outlinesQuery(fips.slice(0, 2)))
  const neighbors = outlines ? neighborsOf(fips, state, outlines) : []
  const states = [...new Set(neighbors.map((one) => one.state))]
  const { stock, isPending } = useQueries({
    queries: states.map((name) => ({ ...countyStockQuery(name, filter), staleTime: STOCK_AGE_MAX_MS })),
    combine: (results) => ({
      stock: results.flatMap(({ data }) => data ?? []),
      isPending: results.some((one) => one.isPending),
    }),
  })
  return { offered: withMostFirst(neighbors, stock), isPending: isPending || !outlines }
}

interface NearbyOfTierProps extends Pick<NeighborsInStockProps, 'fips' | 'state' | 'keep'> {
  leadType: LeadType
  tier: Tier
}

/** In the line of a tier that is sold out: where it is in stock nearby. */
export function NearbyOfTier({ fips, state, keep, leadType, tier }: NearbyOfTierProps) {
  const { offered } = useNeighborsInStock(fips, state, { leadType, tier })
  if (offered.length === 0) return null
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      In stock nearby:
      {offered.slice(0, NAMED_MAX).map((one) => (
        <NearbyLink
          key={one.fips}
          to={one}
          from={state}
          keep={keep}
          className="inline-flex min-h-11 items-center font-semibold text-accent underline underline-offset-4 hover:no-underline md:min-h-8"
        />
      ))}
    </p>
  )
}

/** Shown if a county has nothing to sell: the neighboring counties that do. */
export function NeighborsInStock({ fips, state, keep, county, leadType, out = [] }: NeighborsInStockProps) {
  const { data: config } = useStoreConfig()
  const why = whyOut(out)
  const { offered, isPending } = useNeighborsInStock(fips, state, leadType ? { leadType } : {})
  return (
    <section
      aria-label="Nearby, in stock"
      className="mt-2 min-h-44 rounded-md border border-line bg-surface p-4 sm:mt-3 sm:min-h-37 sm:p-5"
    >
      <p className="font-semibold">{titleOf(why, county, leadType)}</p>
      <p className="mt-1 text-sm text-muted">
        {offered.length > 0
          ? 'These nearby counties have packages available:'
          : isPending
            ? 'Checking nearby counties…'
            : `The nearby counties have nothing available either. ${
                why === NOT_ON_SALE_YET
                  ? `Choose another county above${config?.supportEmail ? `, or ask us at ${config.supportEmail} for leads here` : ''}.`
                  : 'Reserved packages come back when their time runs out. You will see them here right away.'
              }`}
      </p>
      {offered.length > 0 && (
        <ul className="mt-2.5 -ml-0.5 flex gap-2 overflow-x-auto p-0.5 [scrollbar-width:thin] sm:flex-wrap">
          {offered.map((one) => (
            <li key={one.fips} className="shrink-0">
              <NearbyLink to={one} from={state} keep={keep} className={buttonClasses('plain')}>
                <span className="figures font-normal text-muted">{formatPlural(one.packagesInStock, 'package')}</span>
              </NearbyLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function withMostFirst(neighbors: readonly Neighbor[], stock: readonly CountyStock[]) {
  const byFips = new Map(stock.map((one) => [one.fips, one.packagesInStock]))
  return neighbors
    .map((one) => ({ ...one, packagesInStock: byFips.get(one.fips) ?? 0 }))
    .filter((one) => one.packagesInStock > 0)
    .sort((a, b) => b.packagesInStock - a.packagesInStock)
    .slice(0, OFFERED_MAX)
}

function titleOf(why: string, county: string, leadType: LeadType | null): string {
  const type = leadType && LEAD_TYPE_NAMES[leadType]
  if (why === NOT_ON_SALE_YET) return `${type ? `${type} in ${county}` : county}: ${why}.`
  return `${type ? `Every ${type} package` : 'Everything'} in ${county} is ${why}.`
}
