import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { findCounty, findState } from '#contract/catalogue/find-place.ts'
import { placeName } from '#contract/catalogue/place-name.ts'
import { STATE_BY_CODE } from '#contract/catalogue/state-codes.ts'
import { type LeadsSearch, paths } from '#web/paths.ts'
import { Notice } from '#web/ui/notice.tsx'
import { countiesQuery } from '../catalogue-data.ts'
import { countyIndexQuery } from './county-index-data.ts'
import type { CountyIndex } from './rank-counties.ts'

type UnknownPlaceProps = { search: LeadsSearch; isStateKnown: boolean; keep: { type?: string } }
const SUGGESTIONS_MAX = 5

/** Leads on from other names, such as `TX` or `Travis County`; for a mistyped one, offers the nearest places. */
export default function UnknownPlace({ search, isStateKnown, keep }: UnknownPlaceProps) {
  const { state, county } = search
  const { data: index } = useQuery(countyIndexQuery)
  const properState = state === undefined ? undefined : findState(state)
  const counties = useQuery({
    ...countiesQuery(properState ?? ''),
    enabled: properState !== undefined && county !== undefined,
  })
  if (counties.isLoading) return null
  const properCounty = county && (findCounty(counties.data ?? [], county) ?? county)
  if (properState !== undefined && (properState !== state || properCounty !== county)) {
    const place = { state: properState, ...(properCounty ? { county: properCounty } : {}) }
    return <Navigate to={paths.leads} search={{ ...search, ...place }} resetScroll={false} replace />
  }
  const suggestions: readonly Suggested[] = county
    ? suggestionsFor(index, county, isStateKnown ? state : undefined)
    : similarStates(state)
  return (
    <Notice title={sentenceFor(search, isStateKnown)} className="mb-6">
      <p className="mt-1 text-muted">
        Check the spelling, search for the county, a city or a ZIP code below, or choose from the menus.
      </p>
      {suggestions.length > 0 && (
        <p className="mt-1 flex flex-wrap items-baseline gap-x-5">
          <span>Did you mean</span>
          {suggestions.map((place) => (
            <Link
              key={`${place.state}/${place.county}`}
              to={paths.leads}
              search={{ ...keep, state: place.state, ...(place.county && { county: place.county }) }}
              resetScroll={false}
              className="inline-flex min-h-10 items-center font-semibold text-accent underline underline-offset-2"
            >
              {place.county ? placeName({ state: place.state, county: place.county }) : place.state}
            </Link>
          ))}
        </p>
      )}
    </Notice>
  )
}

type Suggested = { state: string; county?: string }

function similarStates(typed = ''): Suggested[] {
  const beginning = typed.slice(0, 2).toLowerCase()
  const states = [...STATE_BY_CODE.values()].filter((state) => state.toLowerCase().startsWith(beginning))
  return beginning === '' ? [] : states.slice(0, SUGGESTIONS_MAX).map((state) => ({ state }))
}

/** Within the state first; if nothing is close to the whole name, something may have its beginning. */
function suggestionsFor(index: CountyIndex | undefined, county: string, state: string | undefined) {
  if (!index) return []
  for (const typed of [county, county.slice(0, 4), county.slice(0, 3)]) {
    const { counties } = index.find(state ? `${typed} ${state}` : typed, { limit: SUGGESTIONS_MAX })
    if (counties.length > 0) return counties
  }
  return index.find(county, { limit: SUGGESTIONS_MAX }).counties
}

function sentenceFor({ state, county }: LeadsSearch, isStateKnown: boolean): string {
  if (state === undefined) return `“${shortened(county)}” is a county of which state?`
  if (!isStateKnown) return `There is no state called “${shortened(state)}”.`
  return `There is no county called “${shortened(county)}” in ${state}.`
}

/** The URL is untrusted text; a long one must not fill the page. */
const shortened = (text = '') => (text.length > 40 ? `${text.slice(0, 40)}…` : text)
