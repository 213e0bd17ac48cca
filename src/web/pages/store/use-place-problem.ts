import { useQuery } from '@tanstack/react-query'
import { countiesQuery, statesQuery } from '#web/features/catalogue/catalogue-data.ts'
import type { LeadsSearch } from '#web/paths.ts'

/** What is wrong with the place in a URL: at least the county, or the state too. */
export interface PlaceProblem {
  isStateKnown: boolean
}

/**
 * Finds wrong places in a URL, which people type and edit by hand. Null while the place is right, or not known to be
 * wrong yet.
 */
export function usePlaceProblem({ state, county }: LeadsSearch): PlaceProblem | null {
  const states = useQuery(statesQuery())
  const counties = useQuery({ ...countiesQuery(state ?? ''), enabled: state !== undefined })
  if (state === undefined) return county === undefined ? null : { isStateKnown: false }
  if (counties.error?.code === 'unknown_state' || states.data?.includes(state) === false) return { isStateKnown: false }
  if (county !== undefined && counties.data?.includes(county) === false) return { isStateKnown: true }
  return null
}
