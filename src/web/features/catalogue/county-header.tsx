import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { type Package, packageKeyOf } from '#contract/catalogue/catalogue.ts'
import type { LeadsSearch } from '#web/paths.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type Market, NOT_ON_SALE_YET, packagesQuery, whyOut } from './catalogue-data.ts'
import { CountyOutline } from './county-outline.tsx'
import { NeighborLinks } from './neighbor-links.tsx'

interface CountyHeaderProps {
  market: Market
  /** What the links to neighbors keep in addition to the place. */
  keep: LeadsSearch
  /** Set before a choice elsewhere on the page: the heading then takes the focus, so screen readers continue here. */
  takesFocus: RefObject<boolean>
}

/** The county's outline, name, current stock, and neighbors. */
export function CountyHeader({ market, keep, takesFocus }: CountyHeaderProps) {
  const { data: packages, error } = useQuery(packagesQuery(market))
  const heading = useRef<HTMLHeadingElement>(null)
  const first = packages?.[0]
  const fips = first && packageKeyOf(first.id).fips
  const inStock = packages?.filter((one) => one.available > 0) ?? []

  const place = `${market.county}, ${market.state}`
  const placeBefore = useRef('')
  useEffect(() => {
    if (placeBefore.current === place) return
    placeBefore.current = place
    if (!takesFocus.current) return
    takesFocus.current = false
    heading.current?.focus()
  }, [place, takesFocus])

  // It is unknown then whether the county exists; the list below shows the error.
  if (error) return null
  return (
    <header className="mt-8">
      <div className="flex items-center gap-4 sm:gap-6">
        <CountyOutline fips={fips} />
        <div className="min-w-0">
          <p className="text-sm font-semibold text-muted">{market.state}</p>
          <h2 ref={heading} tabIndex={-1} className="display scroll-mt-4 text-2xl sm:text-3xl">
            {market.county}
          </h2>
          {packages ? (
            <p className="figures mt-1 text-sm text-muted">
              {inStock.length === 0
                ? outWords(packages)
                : // Their units are not added up: packages may share the leads that they are made of.
                  `${inStock.length} of ${packages.length} packages in stock`}
            </p>
          ) : (
            <Skeleton className="mt-1 h-5 w-56" />
          )}
        </div>
      </div>
      <NeighborLinks fips={fips} state={market.state} keep={keep} />
    </header>
  )
}

function outWords(packages: readonly Package[]): string {
  const why = whyOut(packages)
  return why === NOT_ON_SALE_YET ? 'Not on sale yet.' : `Everything here is ${why}.`
}
