import { queryOptions } from '@tanstack/react-query'
import { unreachableError } from '#web/lib/api-error.ts'
import type { CountyIndex, StateOfCounties } from './rank-counties.ts'

/**
 * All counties with the code that searches them, loaded at the first use: 19 KB that a buyer who follows a link to a
 * county never needs. See build/county-names.ts, which writes the file.
 */
export const countyIndexQuery = queryOptions({
  queryKey: ['county index'],
  queryFn: async ({ signal }): Promise<CountyIndex> => {
    const [{ makeCountyIndex }, states] = await Promise.all([import('./rank-counties.ts'), readStates(signal)])
    return makeCountyIndex(states)
  },
  // It holds functions, which have no parts to compare.
  structuralSharing: false,
})

async function readStates(signal: AbortSignal): Promise<readonly StateOfCounties[]> {
  const response = await fetch('/counties.json', { signal })
  if (!response.ok) throw unreachableError()
  return response.json()
}
