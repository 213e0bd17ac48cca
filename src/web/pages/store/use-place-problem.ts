import { useQuery } from '@tanstack/react-query'
import { countiesQuery, statesQuery } from '#web/features/catalogue/catalogue-data.ts'
import type { LeadsSearch } from '#web/paths.ts'

/** Finds wrong places in a URL, which people edit by hand. Null while none is known to be wrong. */
export function usePlaceProblem({ state, county }: LeadsSearch): { isStateKnown: boolean } | null {
  const states = useQuery(statesQuery())
  const counties = useQuery({ ...countiesQuery(state ?? ''), enabled: state !== undefined })
  if (state === undefined) return county === undefined ? null : { isStateKnown: false }
  if (counties.error?.code === 'unknown_state' || states.data?.includes(state) === false) return { isStateKnown: false }
  if (county !== undefined && counties.data?.includes(county) === false) return { isStateKnown: true }
  return null
}
