import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Package, packageKeyOf } from '#contract/catalogue/catalogue.ts'
import { type LeadsSearch, paths } from '#web/paths.ts'
import { classes } from '#web/ui/classes.ts'
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

/** As many nearby counties as fit whole on one line of a computer, and on one of a phone. */
const NAMED_MAX = 5
const NAMED_ON_PHONE_MAX = 3

const STRONG_LINK = 'font-semibold text-accent underline underline-offset-4 hover:no-underline'

export function CountyStrip({ market, keep }: { market: Market; keep: LeadsSearch }) {
  const { data: packages, error } = useQuery(packagesQuery(market))
  const first = packages?.[0]
  const fips = first && packageKeyOf(first.id).fips
  const { data: outlines } = useQuery({ ...outlinesQuery(fips?.slice(0, 2) ?? ''), enabled: fips !== undefined })
  const neighbors = fips && outlines ? neighborsOf(fips, market.state, outlines) : []
  // It is unknown then whether the county exists; the list below shows the error.
  if (error && !packages) return null
  return (
    <div className="flex items-center gap-3 sm:gap-5">
      <CountyOutline fips={fips} />
      <div className="figures min-w-0 grow text-xs text-muted sm:text-sm">
        {packages ? (
          <p className="flex flex-wrap gap-x-5 leading-5">
            {packages.some((one) => one.available > 0) ? (
              <a href={`#${BUDGET_ID}`} className={STRONG_LINK}>
                What your budget buys
              </a>
            ) : (
              <span>{outWords(packages)}</span>
            )}
            {neighbors.length > 0 && (
              <Link
                to={paths.leads}
                search={{ ...keep, ...market, with: writeCompared(neighbors.slice(0, COMPARED_AT_FIRST - 1)) }}
                resetScroll={false}
                className={STRONG_LINK}
              >
                Compare<span className="sr-only"> nearby counties</span>
              </Link>
            )}
          </p>
        ) : (
          <Skeleton className="h-5 w-48" />
        )}
        <nav aria-label="Nearby counties" className="flex min-h-10 flex-wrap items-center gap-x-4">
          {neighbors.length > 0 && <span aria-hidden="true">Nearby</span>}
          {neighbors.slice(0, NAMED_MAX).map(({ fips, state, county }, index) => (
            <Link
              key={fips}
              to={paths.leads}
              search={{ ...keep, state, county }}
              resetScroll={false}
              className={classes(
                'inline-flex min-h-10 items-center text-ink underline decoration-line decoration-1 underline-offset-4 hover:text-accent hover:decoration-accent',
                index >= NAMED_ON_PHONE_MAX && 'max-sm:hidden',
                index === NAMED_ON_PHONE_MAX - 1 && 'max-[22rem]:hidden',
              )}
            >
              {county}
              {state !== market.state && `, ${state}`}
            </Link>
          ))}
        </nav>
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
