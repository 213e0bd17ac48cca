import { queryOptions } from '@tanstack/react-query'
import { unreachableError } from '#web/lib/api-error.ts'
import type { CountyIndex, StateOfCounties } from './rank-counties.ts'

/**
 * All counties with the code that searches them, loaded on first use: a buyer who follows a link to a county never
 * needs these 19 KB. See build/county-names.ts, which writes the file.
 */
export const countyIndexQuery = queryOptions({
  queryKey: ['county index'],
  queryFn: async ({ signal }): Promise<CountyIndex> => {
    const [{ makeCountyIndex }, states] = await Promise.all([import('./rank-counties.ts'), readStates(signal)])
    return makeCountyIndex(states)
  },
  // It has functions, which cannot be compared by structure.
  structuralSharing: false,
})

async function readStates(signal: AbortSignal): Promise<readonly StateOfCounties[]> {
  const response = await fetch('/counties.json', { signal })
  if (!response.ok) throw unreachableError()
  return response.json()
}
