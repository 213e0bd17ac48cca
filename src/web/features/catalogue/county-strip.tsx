import { useQuery } from '@tanstack/react-query'
import { type Package, packageKeyOf } from '#contract/catalogue/catalogue.ts'
import type { LeadsSearch } from '#web/paths.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type Market, NOT_ON_SALE_YET, packagesQuery, whyOut } from './catalogue-data.ts'
import { CountyOutline } from './county-outline.tsx'
import { NeighborLinks } from './neighbor-links.tsx'

interface CountyStripProps {
  market: Market
  /** What the links to neighbors keep in addition to the place. */
  keep: LeadsSearch
}

/** Beside a county's name: its outline, what is available now, and its neighbors. */
export function CountyStrip({ market, keep }: CountyStripProps) {
  const { data: packages, error } = useQuery(packagesQuery(market))
  const first = packages?.[0]
  const fips = first && packageKeyOf(first.id).fips
  const inStock = packages?.filter((one) => one.available > 0) ?? []
  // It is unknown then whether the county exists; the list below shows the error.
  if (error && !packages) return null
  return (
    <div className="flex items-center gap-3 sm:gap-5">
      <CountyOutline fips={fips} />
      <div className="min-w-0 grow">
        {packages ? (
          <p className="figures truncate text-xs leading-5 text-muted sm:text-sm">
            {inStock.length === 0
              ? outWords(packages)
              : // Their units are not added up: packages may share the leads that they are made of.
                `${inStock.length} of ${packages.length} packages available`}
          </p>
        ) : (
          <Skeleton className="h-5 w-48" />
        )}
        <NeighborLinks fips={fips} state={market.state} keep={keep} />
      </div>
    </div>
  )
}

function outWords(packages: readonly Package[]): string {
  const why = whyOut(packages)
  return why === NOT_ON_SALE_YET ? 'Not on sale yet.' : `Everything here is ${why}.`
}
