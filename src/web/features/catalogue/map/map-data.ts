import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { LEAD_TYPES, TIERS } from '#contract/catalogue/catalogue.ts'
import type { listCountyStock, listStateStock, StockFilter } from '#contract/stock/stock.ts'
import { unreachableError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import type { MapPlace } from './sort-places.ts'

/** Packages a county sells: 3 lead types × 4 tiers × 4 sizes. */
const PACKAGES_PER_COUNTY = 48

/** 0 is sold out, 5 is in the fifth with the most. */
export type StockStep = 0 | 1 | 2 | 3 | 4 | 5

/** The highest amount of each step, lightest first. At most five, fewer if amounts repeat. */
export type StockScale = readonly number[]

const STEPS = 5

/**
 * Divides places into fifths by stock, because their figures vary widely: Texas has fifty times as much as Delaware,
 * and even steps would show only two colors. Sold-out places have no step.
 */
export function makeScale(amounts: readonly number[]): StockScale {
  const sorted = amounts.filter((amount) => amount > 0).sort((a, b) => a - b)
  const highest = Array.from(
    { length: STEPS },
    (_, step) => sorted[Math.ceil((sorted.length * (step + 1)) / STEPS) - 1] ?? 0,
  )
  return [...new Set(highest)].filter((amount) => amount > 0)
}

/** The step of an amount; if there are fewer than five, the darkest ones are used. */
export function stockStep(scale: StockScale, amount: number): StockStep {
  if (amount <= 0 || scale.length === 0) return 0
  const place = scale.findIndex((highest) => amount <= highest)
  return (STEPS - scale.length + (place === -1 ? scale.length : place + 1)) as StockStep
}

/** The legend: each step with its amounts, lightest first. */
export function rangesOf(scale: StockScale): readonly { step: StockStep; from: number; to: number }[] {
  return scale.map((to, index) => ({ step: stockStep(scale, to), from: (scale[index - 1] ?? 0) + 1, to }))
}

/** See build/atlas-files.ts, which writes these files. */
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

/** Stock by state. While other packages are counted, the last count stays on screen. */
const stateStockQuery = (filter: StockFilter) =>
  queryOptions({
    queryKey: ['/api/stock', filter],
    queryFn: ({ signal }) => callApi<typeof listStateStock>('GET', '/api/stock', { query: filter, signal }),
    placeholderData: keepPreviousData,
  })

/** Stock by county of a state. */
export const countyStockQuery = (state: string, filter: StockFilter) =>
  queryOptions({
    queryKey: ['/api/stock/:state', state, filter],
    queryFn: ({ signal }) =>
      callApi<typeof listCountyStock>('GET', '/api/stock/:state', { params: { state }, query: filter, signal }),
    placeholderData: (last, lastQuery) => (lastQuery?.queryKey[1] === state ? last : undefined),
  })

const live = { staleTime: 0, refetchInterval: MAP_REFRESH_MS, refetchIntervalInBackground: false }

/** Stock by state, with the map; for a state, its counties instead. */
export function useStockMap(state: string | undefined, filter: StockFilter) {
  const states = useQuery({ ...stateStockQuery(filter), ...live })
  const counties = useQuery({ ...countyStockQuery(state ?? '', filter), ...live, enabled: state !== undefined })
  const perCounty = PACKAGES_PER_COUNTY / (filter.leadType ? LEAD_TYPES.length : 1) / (filter.tier ? TIERS.length : 1)
  const stateFips = states.data?.find((one) => one.state === state)?.fips
  const name = state === undefined ? 'us' : stateFips
  const drawing = useQuery({ ...drawingQuery(name ?? ''), enabled: name !== undefined })

  const placesOfStates = states.data?.map(
    (one): MapPlace => ({
      fips: one.fips,
      name: one.state,
      all: one.counties * perCounty,
      packagesInStock: one.packagesInStock,
      second: one.countiesInStock,
      amount: one.packagesInStock,
    }),
  )
  const placesOfCounties = counties.data?.map(
    (one): MapPlace => ({
      fips: one.fips,
      name: one.county,
      all: perCounty,
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
