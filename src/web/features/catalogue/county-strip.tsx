import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Package, packageKeyOf } from '#contract/catalogue/catalogue.ts'
import { type LeadsSearch, paths } from '#web/paths.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import {
  BUDGET_ID,
  type Market,
  NOT_ON_SALE_YET,
  outlinesQuery,
  packagesQuery,
  type StateOutlines,
  whyOut,
} from './catalogue-data.ts'

/** Three are compared at first. */
const COMPARED_AT_FIRST = 3

/** The neighboring counties as quiet links on one line, so a long row scrolls and the page below stays in place. */
function NeighborLinks({ fips, market, keep }: { fips: string | undefined; market: Market; keep: LeadsSearch }) {
  const { state } = market
  const { data: outlines } = useQuery({ ...outlinesQuery(fips?.slice(0, 2) ?? ''), enabled: fips !== undefined })
  const neighbors = fips && outlines ? neighborsOf(fips, state, outlines) : []
  return (
    <nav aria-label="Nearby counties" className="flex min-h-10 flex-wrap items-center gap-x-3 text-xs sm:text-sm">
      {neighbors.length > 0 && (
        <>
          <span aria-hidden="true" className="shrink-0 text-muted max-[22rem]:hidden">
            Nearby counties
          </span>
          <ul className="flex min-w-0 grow basis-24 gap-4 overflow-x-auto pr-8 [mask-image:linear-gradient(to_right,black_calc(100%-2rem),transparent)] [scrollbar-width:thin]">
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
          <Link
            to={paths.leads}
            search={{ ...keep, ...market, with: writeCompared(neighbors.slice(0, COMPARED_AT_FIRST - 1)) }}
            resetScroll={false}
            className="inline-flex min-h-10 shrink-0 items-center font-semibold text-accent underline underline-offset-4 hover:no-underline"
          >
            Compare
          </Link>
        </>
      )}
    </nav>
  )
}

export function CountyStrip({ market, keep }: { market: Market; keep: LeadsSearch }) {
  const { data: packages, error } = useQuery(packagesQuery(market))
  const first = packages?.[0]
  const fips = first && packageKeyOf(first.id).fips
  // It is unknown then whether the county exists; the list below shows the error.
  if (error && !packages) return null
  return (
    <div className="flex items-center gap-3 sm:gap-5">
      <CountyOutline fips={fips} />
      <div className="min-w-0 grow">
        {packages ? (
          <p className="figures text-xs leading-5 text-muted sm:text-sm">
            {packages.some((one) => one.available > 0) ? (
              <a
                href={`#${BUDGET_ID}`}
                className="font-semibold text-accent underline underline-offset-4 hover:no-underline"
              >
                What your budget buys
              </a>
            ) : (
              <span className="block truncate">{outWords(packages)}</span>
            )}
          </p>
        ) : (
          <Skeleton className="h-5 w-48" />
        )}
        <NeighborLinks fips={fips} market={market} keep={keep} />
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

/** A county's neighbors, the nearest first. */
export function neighborsOf(fips: string, state: string, outlines: StateOutlines): readonly Neighbor[] {
  const codes = outlines.counties[fips]?.neighbors ?? []
  return codes.flatMap((code): Neighbor[] => {
    const near = outlines.counties[code]
    if (near) return [{ fips: code, county: near.name, state }]
    const far = outlines.beyond[code]
    return far ? [{ fips: code, county: far.name, state: far.state }] : []
  })
}

/** Counties side by side: more would not fit on a screen. */
export const COMPARED_MAX = 4

const SEPARATOR = '; '

/** Writes the counties beside the first one as the address has them: `Hays, Texas; Bexar, Texas`; `-` for none yet. */
export const writeCompared = (counties: readonly Market[]): string =>
  counties.map(({ county, state }) => `${county}, ${state}`).join(SEPARATOR) || '-'

/** Reads them from an address, which anyone may edit: each county once, without the first, and not too many. */
export function readCompared(text: string, first: Market): Market[] {
  const all = text.split(SEPARATOR.trim()).flatMap((one) => {
    const [, county = '', state = ''] = /^\s*(.+),\s*([^,]+?)\s*$/.exec(one) ?? []
    return county ? [{ county, state }] : []
  })
  const isNew = (one: Market, at: number) =>
    [first, ...all.slice(0, at)].every((other) => other.county !== one.county || other.state !== one.state)
  return all.filter(isNew).slice(0, COMPARED_MAX - 1)
}
