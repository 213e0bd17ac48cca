import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { packageKeyOf } from '#contract/catalogue/catalogue.ts'
import { type LeadsSearch, paths } from '#web/paths.ts'
import { classes } from '#web/ui/classes.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BUDGET_ID, type Market, outlinesQuery, packagesQuery, type StateOutlines } from './catalogue-data.ts'

const COMPARED_AT_FIRST = 3

/** As many nearby counties as fit whole on one line of a computer. */
const NAMED_MAX = 5

const STRONG_LINK =
  'inline-flex min-h-11 items-center font-semibold text-accent underline underline-offset-4 hover:no-underline lg:min-h-6'

type CountyProps = { market: Market; keep: LeadsSearch }

function useNeighbors(market: Market) {
  const { data: packages, error } = useQuery(packagesQuery(market))
  const first = packages?.[0]
  const fips = first && packageKeyOf(first.id).fips
  const { data: outlines } = useQuery({ ...outlinesQuery(fips?.slice(0, 2) ?? ''), enabled: fips !== undefined })
  return { packages, error, fips, neighbors: fips && outlines ? neighborsOf(fips, market.state, outlines) : [] }
}

/** Beside a county's name, or under it on a phone: its outline, and the ways on. */
export function CountyStrip({ market, keep }: CountyProps) {
  const { packages, error, fips, neighbors } = useNeighbors(market)
  // It is unknown then whether the county exists; the list below shows the error.
  if (error && !packages) return null
  return (
    <div className="flex items-center gap-5">
      <CountyOutline fips={fips} />
      <div className="figures min-w-0 grow text-sm text-muted">
        {packages ? (
          <p className="flex flex-wrap items-center gap-x-5 leading-5">
            {packages.some((one) => one.available > 0) && (
              <a href={`#${BUDGET_ID}`} className={STRONG_LINK}>
                <span className="max-sm:hidden">What your budget buys</span>
                <span className="sm:hidden">Budget</span>
              </a>
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
          <Skeleton className="h-5 w-24 sm:w-48" />
        )}
        <NearbyCounties market={market} keep={keep} className="max-sm:hidden" />
      </div>
    </div>
  )
}

/** On a phone, below the packages. */
export function NearbyCounties({ market, keep, className }: CountyProps & { className: string }) {
  const { neighbors } = useNeighbors(market)
  return (
    <nav
      aria-label="Nearby counties"
      className={classes('flex min-h-10 flex-wrap items-center gap-x-4 text-sm text-muted', className)}
    >
      {neighbors.length > 0 && <span aria-hidden="true">Nearby</span>}
      {neighbors.slice(0, NAMED_MAX).map((one) => (
        <NearbyLink
          key={one.fips}
          to={one}
          from={market.state}
          keep={keep}
          className="inline-flex min-h-11 items-center text-ink underline decoration-line decoration-1 underline-offset-4 hover:text-accent hover:decoration-accent sm:min-h-10"
        />
      ))}
    </nav>
  )
}

type NearbyLinkProps = { to: Market; from: string; keep: LeadsSearch; className: string; children?: ReactNode }
export const NearbyLink = ({ to: { state, county }, from, keep, className, children }: NearbyLinkProps) => (
  <Link to={paths.leads} search={{ ...keep, state, county }} resetScroll={false} className={className}>
    {county}
    {state !== from && `, ${state}`}
    {children}
  </Link>
)

/** The county's real outline in line art. It is decoration: without it, its place stays empty and nothing else changes. */
function CountyOutline({ fips }: { fips: string | undefined }) {
  const { data } = useQuery({ ...outlinesQuery(fips?.slice(0, 2) ?? ''), enabled: fips !== undefined })
  const path = fips === undefined ? undefined : data?.counties[fips]?.path
  return (
    <svg
      viewBox="-3 -3 106 106"
      aria-hidden="true"
      className="size-[56px] shrink-0 max-sm:absolute max-sm:top-1 max-sm:right-0 lg:size-16"
    >
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
