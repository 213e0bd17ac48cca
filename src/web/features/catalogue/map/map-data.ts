import { queryOptions, useQuery } from '@tanstack/react-query'
import type { listCountyStock, listStateStock } from '#contract/stock/stock.ts'
import { unreachableError } from '#web/lib/api-error.ts'
import { query } from '#web/lib/query.ts'
import type { MapPlace } from './sort-places.ts'
import { PACKAGES_PER_COUNTY } from './stock-steps.ts'

/** See build/stock-maps.ts, which writes these files. */
export interface MapDrawing {
  width: number
  height: number
  shapes: Readonly<Record<string, readonly [path: string, centerX: number, centerY: number]>>
}

/** The server counts at most every 5 s; a visible map asks again this often. */
const MAP_REFRESH_MS = 30_000

const drawingQuery = (name: string) =>
  queryOptions({
    queryKey: ['stock map drawing', name],
    queryFn: async ({ signal }): Promise<MapDrawing> => {
      const response = await fetch(`/maps/${name}.json`, { signal })
      if (!response.ok) throw unreachableError()
      return response.json()
    },
  })
const live = { staleTime: 0, refetchInterval: MAP_REFRESH_MS, refetchIntervalInBackground: false }

/** Stock by state, with the map; for a state, its counties instead. */
export function useStockMap(state: string | undefined) {
  const states = useQuery({ ...query<typeof listStateStock>('/api/stock', {}), ...live })
  const counties = useQuery({
    ...query<typeof listCountyStock>('/api/stock/:state', { state: state ?? '' }),
    ...live,
    enabled: state !== undefined,
  })
  const stateFips = states.data?.find((one) => one.state === state)?.fips
  const name = state === undefined ? 'us' : stateFips
  const drawing = useQuery({ ...drawingQuery(name ?? ''), enabled: name !== undefined })

  const placesOfStates = states.data?.map(
    (one): MapPlace => ({
      fips: one.fips,
      name: one.state,
      all: one.counties * PACKAGES_PER_COUNTY,
      packagesInStock: one.packagesInStock,
      second: one.countiesInStock,
      amount: one.packagesInStock,
    }),
  )
  const placesOfCounties = counties.data?.map(
    (one): MapPlace => ({
      fips: one.fips,
      name: one.county,
      all: PACKAGES_PER_COUNTY,
      packagesInStock: one.packagesInStock,
      second: one.units,
      amount: one.units,
    }),
  )
  const reads = state === undefined ? [states, drawing] : [states, counties, drawing]
  const failed = reads.find(({ error }) => error)
  return {
    places: state === undefined ? placesOfStates : placesOfCounties,
    drawing: drawing.data,
    error: failed?.error ?? null,
    retry: () => {
      for (const read of reads) if (read.error) void read.refetch()
    },
  }
}
