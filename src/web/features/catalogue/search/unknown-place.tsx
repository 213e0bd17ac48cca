import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'
import { Notice } from '#web/ui/notice.tsx'
import { countyIndexQuery } from './county-index-data.ts'
import type { CountyIndex } from './rank-counties.ts'

interface UnknownPlaceProps {
  /** As in the URL; undefined if it names none. */
  state?: string | undefined
  county?: string | undefined
  /** Whether at least the state exists. */
  isStateKnown: boolean
  /** Kept by the links, such as the lead type. */
  keep: { type?: string }
}

const SUGGESTIONS_MAX = 5

/** For a mistyped URL: says which part is wrong, keeps what is right, and offers the nearest places. */
export default function UnknownPlace({ state, county, isStateKnown, keep }: UnknownPlaceProps) {
  const { data: index } = useQuery(countyIndexQuery)
  const properState = state === undefined ? undefined : index?.stateNamed(state)
  const suggestions = suggestionsFor(index, county, properState ?? (isStateKnown ? state : undefined))
  return (
    <Notice title={sentenceFor({ state, county, isStateKnown })} className="mt-6">
      <p className="mt-1 text-muted">
        Check the spelling, search for the county, a city or a ZIP code above, or choose from the menus.
      </p>
      {(suggestions.length > 0 || (properState && !isStateKnown)) && (
        <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
          <span className="py-2">Did you mean</span>
          {suggestions.length === 0 && properState && (
            <Suggestion search={{ ...keep, state: properState }}>{properState}</Suggestion>
          )}
          {suggestions.map((place) => (
            <Suggestion key={place.fips} search={{ ...keep, state: place.state, county: place.county }}>
              {`${place.county}, ${place.state}`}
            </Suggestion>
          ))}
        </p>
      )}
    </Notice>
  )
}

function Suggestion({ search, children }: { search: { state: string; county?: string }; children: string }) {
  return (
    <Link
      to={paths.leads}
      search={search}
      resetScroll={false}
      className="inline-flex min-h-10 items-center font-semibold text-accent underline underline-offset-2"
    >
      {children}
    </Link>
  )
}

/** Within the state first; if nothing is close to the whole name, something may have its beginning. */
function suggestionsFor(index: CountyIndex | undefined, county: string | undefined, state: string | undefined) {
  if (!index || !county) return []
  for (const typed of [county, county.slice(0, 4), county.slice(0, 3)]) {
    const { counties } = index.find(state ? `${typed} ${state}` : typed, { limit: SUGGESTIONS_MAX })
    if (counties.length > 0) return counties
  }
  return index.find(county, { limit: SUGGESTIONS_MAX }).counties
}

function sentenceFor({ state, county, isStateKnown }: Omit<UnknownPlaceProps, 'keep'>): string {
  if (state === undefined) return `“${shortened(county)}” is a county of which state?`
  if (!isStateKnown) return `There is no state called “${shortened(state)}”.`
  return `There is no county called “${shortened(county)}” in ${state}.`
}

/** The URL is untrusted text; a long one must not fill the page. */
const shortened = (text = '') => (text.length > 40 ? `${text.slice(0, 40)}…` : text)
