import { keepPreviousData, type QueryKey, skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { listAreaPrices, listPriceAreas, PriceArea } from '#contract/admin/price-areas.ts'
import type { listPriceChanges, PriceChange, previewPrices } from '#contract/admin/pricing.ts'
import type { listPricing } from '#contract/catalogue/catalogue.ts'
import type { BodyInputOf, ReplyOutputOf } from '#contract/endpoint.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi, callPage, type Page } from '#web/lib/call-api.ts'
import { query, queryClient } from '#web/lib/query.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { areaPrices, nationalPrices } from './price-rules.ts'

const PRICES_PATH = '/api/pricing'
const AREA_PRICES_PATH = '/api/admin/pricing/area-prices'
const AREAS_PATH = '/api/admin/pricing/areas'
const PREVIEW_PATH = '/api/admin/pricing/preview'
const CHANGES_PATH = '/api/admin/pricing/changes'
/** Planned changes are few; the server shows no more at once. */
const PLANNED_MAX = 100
/** Nodes apply a planned change within a second; after this long, prices are reloaded. */
const PLANNED_LATE_MS = 2000
/** Reloaded at least this often, because another administrator may plan or cancel. */
const PLANNED_WATCH_MS = 60_000

/** What changes with a price: the list, packages wherever they are shown, carts, and this file's queries. */
const TOUCHED_PATHS = [
  PRICES_PATH,
  AREA_PRICES_PATH,
  AREAS_PATH,
  PREVIEW_PATH,
  CHANGES_PATH,
  '/api/packages/:state/:county',
  '/api/cart',
]

export type PricesPreview = ReplyOutputOf<typeof previewPrices>

/** Reloaded on every visit, because others change prices too. */
const FRESH = { staleTime: 0, refetchOnWindowFocus: 'always' } as const

/** The 48 prices everywhere (null), or in an area. */
export function usePrices(area: PriceArea | null) {
  const national = useQuery({
    ...query<typeof listPricing>(PRICES_PATH, {}),
    ...FRESH,
    enabled: area === null,
    select: nationalPrices,
  })
  const words = area && { state: area.state, ...(area.county === null ? {} : { county: area.county }) }
  const ofArea = useQuery({
    ...query<typeof listAreaPrices>(AREA_PRICES_PATH, {}, words ?? {}),
    ...FRESH,
    enabled: area !== null,
    select: areaPrices,
  })
  return area === null ? national : ofArea
}

/** The areas that have prices of their own. */
export const useOwnAreas = () => useQuery({ ...query<typeof listPriceAreas>(AREAS_PATH, {}), ...FRESH })

/** The body with its area as calls take it: without its name, which they refuse. Without an area, it means everywhere. */
export function withPlace<Body extends { area?: PriceArea | null | undefined }>({ area, ...rest }: Body) {
  return { ...rest, ...(area && { area: { state: area.state, county: area.county } }) }
}

/** Previews a change; null asks nothing. Computed again each time, because prices and carts change. */
export function usePricesPreview(body: BodyInputOf<typeof previewPrices> | null) {
  return useQuery<PricesPreview>({
    queryKey: [PREVIEW_PATH, body],
    queryFn: body
      ? ({ signal }) => callApi<typeof previewPrices>('POST', PREVIEW_PATH, { body: withPlace(body), signal })
      : skipToken,
    staleTime: 0,
    gcTime: 0,
  })
}

/** Every change except planned ones, newest first, page by page. */
export function usePriceHistory() {
  return useInfiniteQuery<Page<PriceChange>, ApiError, PriceChange[], QueryKey, string | undefined>({
    queryKey: [CHANGES_PATH, 'history'],
    queryFn: ({ pageParam, signal }) =>
      callPage<typeof listPriceChanges>('GET', CHANGES_PATH, { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ rows }) => rows).filter(({ state }) => state !== 'scheduled'),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
}

/** Planned changes, next one first. When one is due, prices are reloaded. */
export function usePlannedChanges() {
  const planned = useQuery<PriceChange[]>({
    queryKey: [CHANGES_PATH, 'planned'],
    queryFn: ({ signal }) =>
      callApi<typeof listPriceChanges>('GET', CHANGES_PATH, {
        query: { state: 'scheduled', limit: PLANNED_MAX },
        signal,
      }),
    select: (changes) => changes.toSorted((a, b) => startOf(a) - startOf(b)),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => {
      if (!state.data?.length) return false
      const next = Math.min(...state.data.map(startOf)) - serverNow() + PLANNED_LATE_MS
      return Math.min(Math.max(next, PLANNED_LATE_MS), PLANNED_WATCH_MS)
    },
  })
  const waiting = planned.data?.map(({ id }) => id).join()
  const waitedBefore = useRef(waiting)
  useEffect(() => {
    const isFirst = waitedBefore.current === undefined
    if (waiting === undefined || waiting === waitedBefore.current) return
    waitedBefore.current = waiting
    if (isFirst) return
    const paths = [PRICES_PATH, AREA_PRICES_PATH, AREAS_PATH].map((path) => [path])
    for (const queryKey of [...paths, [CHANGES_PATH, 'history']]) void queryClient.invalidateQueries({ queryKey })
  }, [waiting])
  return planned
}

const startOf = ({ startsAt, createdAt }: PriceChange): number => Date.parse(startsAt ?? createdAt)

/** Reloads everything that a price change may have affected. */
export async function followPrices(): Promise<void> {
  await Promise.all(TOUCHED_PATHS.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))
}
