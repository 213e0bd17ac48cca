import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { listCountyStock, listStateStock, type StockFilter } from '#contract/stock/stock.ts'
import { callApi, unreachableError } from '#web/lib/call-api.ts'
import { formatCount, formatPlural } from '#web/lib/format.ts'

export interface MapPlace {
  fips: string
  name: string
  /** What its shade says: how many of its counties have leads; of a county, its packages in stock. */
  amount: number
  /** `15 of 15` counties, or a county's packages. */
  figure: string
  words: string
}

export type PlaceOrder = { key: 'name' | 'amount'; isDescending: boolean }
const byName = new Intl.Collator('en').compare

/** Equal figures are sorted by name, so the order is stable. */
export function sortPlaces(places: readonly MapPlace[], { key, isDescending }: PlaceOrder): readonly MapPlace[] {
  const sign = isDescending ? -1 : 1
  return [...places].sort((a, b) =>
    key === 'name' ? sign * byName(a.name, b.name) : sign * (a.amount - b.amount) || byName(a.name, b.name),
  )
}
type StockStep = 0 | 1 | 2 | 3 | 4 | 5

/** Of the accent color. Sold-out places are hatched, so they differ by more than color. */
export const STEP_LOOKS: Readonly<Record<StockStep, { fill: string; swatch: string }>> = {
  0: { fill: '', swatch: '' },
  1: { fill: 'fill-accent/20', swatch: 'bg-accent/20' },
  2: { fill: 'fill-accent/40', swatch: 'bg-accent/40' },
  3: { fill: 'fill-accent/60', swatch: 'bg-accent/60' },
  4: { fill: 'fill-accent/80', swatch: 'bg-accent/80' },
  5: { fill: 'fill-accent', swatch: 'bg-accent' },
}

/** The highest amount of each step, lightest first. At most five, fewer if amounts repeat. */
export type StockScale = readonly number[]
const STEPS = 5

/** Divides places into fifths, because they vary widely. */
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
export const rangesOf = (scale: StockScale): readonly { step: StockStep; from: number; to: number }[] =>
  scale.map((to, index) => ({ step: stockStep(scale, to), from: (scale[index - 1] ?? 0) + 1, to }))

/** See build/atlas-files.ts, which writes these files. */
export interface MapDrawing {
  width: number
  height: number
  shapes: Readonly<Record<string, readonly [path: string, centerX: number, centerY: number]>>
}

const NOTHING = 'nothing in stock'

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

const stateStockQuery = (filter: StockFilter) =>
  queryOptions({
    queryKey: [listStateStock.path, filter],
    queryFn: ({ signal }) => callApi(listStateStock, { query: filter, signal }),
    placeholderData: keepPreviousData,
  })

export const countyStockQuery = (state: string, filter: StockFilter) =>
  queryOptions({
    queryKey: [listCountyStock.path, state, filter],
    queryFn: ({ signal }) => callApi(listCountyStock, { params: { state }, query: filter, signal }),
    placeholderData: (last, lastQuery) => (lastQuery?.queryKey[1] === state ? last : undefined),
  })

const live = { staleTime: 0, refetchInterval: MAP_REFRESH_MS, refetchIntervalInBackground: false }

/** Stock by state, with the map; for a state, its counties instead. */
export function useStockMap(state: string | undefined, filter: StockFilter) {
  const states = useQuery({ ...stateStockQuery(filter), ...live })
  const counties = useQuery({ ...countyStockQuery(state ?? '', filter), ...live, enabled: state !== undefined })
  const stateFips = states.data?.find((one) => one.state === state)?.fips
  const name = state === undefined ? 'us' : stateFips
  const drawing = useQuery({ ...drawingQuery(name ?? ''), enabled: name !== undefined })
  const placesOfStates = states.data?.map(({ fips, state: name, counties: count, countiesInStock }): MapPlace => {
    const figure = `${formatCount(countiesInStock)} of ${formatCount(count)}`
    return {
      fips,
      name,
      amount: countiesInStock,
      figure,
      words: countiesInStock > 0 ? `leads in ${figure} ${count === 1 ? 'county' : 'counties'}` : NOTHING,
    }
  })
  const placesOfCounties = counties.data?.map(
    ({ fips, county: name, packagesInStock: amount }): MapPlace => ({
      fips,
      name,
      amount,
      figure: formatCount(amount),
      words: amount > 0 ? `${formatPlural(amount, 'package')} to choose from` : NOTHING,
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
