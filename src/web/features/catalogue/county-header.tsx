import { useQuery } from '@tanstack/react-query'
import { COUNTED_MAX, packageKeyOf } from '#contract/catalogue.ts'
import { formatCount } from '#web/lib/format.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type Market, packagesQuery } from './catalogue-data.ts'
import { CountyOutline } from './county-outline.tsx'

/** The county's outline, name and what is in stock there right now. */
export function CountyHeader({ market }: { market: Market }) {
  const { data: packages, error } = useQuery(packagesQuery(market))
  const first = packages?.[0]
  const inStock = packages?.filter((one) => one.available > 0) ?? []
  const units = inStock.reduce((sum, one) => sum + Math.min(one.available, COUNTED_MAX), 0)
  const isUnlimited = inStock.some((one) => one.available > COUNTED_MAX)
  // Whether the county exists is not known then; the list below says what went wrong.
  if (error) return null
  return (
    <header className="mt-10 flex items-center gap-4 sm:gap-6">
      <CountyOutline fips={first && packageKeyOf(first.id).fips} />
      <div className="min-w-0">
        <p className="text-sm font-semibold text-muted">{market.state}</p>
        <h2 className="display text-2xl sm:text-3xl">{market.county}</h2>
        {packages ? (
          <p className="figures mt-1 text-sm text-muted">
            {inStock.length === 0
              ? 'Everything here is held or sold at the moment.'
              : `${inStock.length} of ${packages.length} packages in stock, ${formatCount(units)}${isUnlimited ? ' or more' : ''} units right now`}
          </p>
        ) : (
          <Skeleton className="mt-2 h-4 w-56" />
        )}
      </div>
    </header>
  )
}
