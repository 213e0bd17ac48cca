import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type LeadsSearch, paths } from '#web/paths.ts'
import { outlinesQuery } from './catalogue-data.ts'
import { neighborsOf } from './neighbors-of.ts'

interface NeighborLinksProps {
  fips: string | undefined
  state: string
  /** What a link keeps in addition to the place, such as the lead type. */
  keep: LeadsSearch
}

/** The neighboring counties as quiet links on one line, so a long row scrolls and the page below stays in place. */
export function NeighborLinks({ fips, state, keep }: NeighborLinksProps) {
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
