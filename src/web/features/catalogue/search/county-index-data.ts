import { queryOptions } from '@tanstack/react-query'
import { unreachableError } from '#web/lib/call-api.ts'
import { takeInSteps } from './in-steps.ts'
import type { CountyIndex } from './rank-counties.ts'

/** Counties, cities and ZIP codes. Loaded on first use: who follows a link never needs these 150 KB (decision 51). */
export const countyIndexQuery = queryOptions({
  queryKey: ['county index'],
  queryFn: async ({ signal }): Promise<CountyIndex> => {
    const [{ makeCountyIndex }, list] = await Promise.all([import('./rank-counties.ts'), readList(signal)])
    return takeInSteps(makeCountyIndex(list))
  },
  // It has functions, which cannot be compared by structure.
  structuralSharing: false,
})

async function readList(signal: AbortSignal): Promise<string> {
  const response = await fetch('/places.txt', { signal })
  if (!response.ok) throw unreachableError()
  return response.text()
}
