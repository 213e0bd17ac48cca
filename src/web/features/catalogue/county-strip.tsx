import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Package, packageKeyOf } from '#contract/catalogue/catalogue.ts'
import { type LeadsSearch, paths } from '#web/paths.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import {
  type Market,
  NOT_ON_SALE_YET,
  outlinesQuery,
  packagesQuery,
  type StateOutlines,
  whyOut,
} from './catalogue-data.ts'

/** The neighboring counties as quiet links on one line, so a long row scrolls and the page below stays in place. */
function NeighborLinks({ fips, state, keep }: { fips: string | undefined; state: string; keep: LeadsSearch }) {
  const { data: outlines } = useQuery({ ...outlinesQuery(fips?.slice(0, 2) ?? ''), enabled: fips !== undefined })
  const neighbors = fips && outlines ? neighborsOf(fips, state, outlines) : []
  return (
    <nav aria-label="Nearby counties" className="flex min-h-10 items-center gap-x-3 text-xs sm:text-sm">
      {neighbors.length > 0 && (
        <>
          <span aria-hidden="true" className="shrink-0 text-muted">
            Nearby counties
          </span>
          <ul className="flex min-w-0 grow gap-4 overflow-x-auto [scrollbar-width:thin]">
            {neighbors.map((one) => (
              <li key={one.fips} className="shrink-0">
                <Link
                  to={paths.leads}
                  search={{ ...keep, state: one.state, county: one.county }}
                  resetScroll={false}
                  className="inline-flex min-h-10 items-center text-ink underline decoration-line decoration-1 underline-offset-4 hover:text-accent hover:decoration-accent focus-visible:-outline-offset-2"
                >
                  {one.county}
                  {one.state !== state && `, ${one.state}`}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </nav>
  )
}

export function CountyStrip({ market, keep }: { market: Market; keep: LeadsSearch }) {
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

/** The county's real outline in line art. It is decoration: without it, its place stays empty and nothing else changes. */
export function CountyOutline({ fips }: { fips: string | undefined }) {
  const { data } = useQuery({ ...outlinesQuery(fips?.slice(0, 2) ?? ''), enabled: fips !== undefined })
  const path = fips === undefined ? undefined : data?.counties[fips]?.path
  return (
    <svg viewBox="-3 -3 106 106" aria-hidden="true" className="size-14 shrink-0 sm:size-20">
      {path && (
        <path
          d={path}
          className="arrive fill-accent-quiet stroke-accent"
          strokeWidth="1.25"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  )
}

export type Neighbor = { fips: string; county: string; state: string }

/** Lists a county's neighbors by name; those in another state come last. */
export function neighborsOf(fips: string, state: string, outlines: StateOutlines): readonly Neighbor[] {
  const codes = outlines.counties[fips]?.neighbors ?? []
  return codes
    .flatMap((code): Neighbor[] => {
      const near = outlines.counties[code]
      if (near) return [{ fips: code, county: near.name, state }]
      const far = outlines.beyond[code]
      return far ? [{ fips: code, county: far.name, state: far.state }] : []
    })
    .sort(
      (a, b) =>
        Number(a.state !== state) - Number(b.state !== state) ||
        a.state.localeCompare(b.state) ||
        a.county.localeCompare(b.county),
    )
}
