import {
  keepPreviousData,
  type QueryKey,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { levelOf, type listAreaPrices, type listPriceAreas, type PriceArea } from '#contract/admin/price-areas.ts'
import type {
  cancelPriceChange,
  changePrice,
  changePrices,
  listPriceChanges,
  PriceChange,
  PriceKey,
  previewPrices,
  undoPriceChange,
} from '#contract/admin/pricing.ts'
import type { listPricing, PricingEntry } from '#contract/catalogue/catalogue.ts'
import type { BodyInputOf, ReplyOutputOf } from '#contract/endpoint.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { type Attempt, attemptFor } from '#web/lib/attempts.ts'
import { callApi, callPage, type Page } from '#web/lib/call-api.ts'
import { formatPlural } from '#web/lib/format.ts'
import { query, queryClient } from '#web/lib/query.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { formatStoreMoment } from '#web/lib/store-moment.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { showToast } from '#web/ui/toast.ts'
import { areaPrices, nationalPrices, type ShownPrice } from './price-rules.ts'

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
function withPlace<Body extends { area?: PriceArea | null | undefined }>({ area, ...rest }: Body) {
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
async function followPrices(): Promise<void> {
  await Promise.all(TOUCHED_PATHS.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))
}

/** Not awaited: the change is saved, and forms are free for the next one right away. */
const readAgain = (): void => void followPrices()

/** Sets one price. */
function useChangePrice() {
  return useMutation<PricingEntry, ApiError, BodyInputOf<typeof changePrice>>({
    mutationFn: (body) => callApi<typeof changePrice>('PUT', '/api/admin/pricing', { body }),
    onSuccess: () => showToast({ title: 'Pricing updated successfully and applied to all packages!' }),
    onError: (error) => {
      const isAnswer = error.code !== 'unreachable' && error.code !== 'unreadable'
      const description = isAnswer ? error.sentence : 'Failed to update pricing'
      showToast({ title: 'Error', description, tone: 'danger' })
    },
    onSettled: readAgain,
  })
}

/**
 * Saves one price of the form: the national one, or the area's own. `save` takes the new price in dollars and what was
 * shown.
 */
export function useSavePrice(area: PriceArea | null) {
  const national = useChangePrice()
  const ofArea = useChangePrices()
  const { error, isPending, reset } = area ? ofArea : national
  const save = (key: PriceKey, after: string, shown: ShownPrice | undefined, onSuccess: () => void) => {
    if (!area) {
      const before = shown ? { before: shown.price } : {}
      national.mutate({ ...key, basePrice: after, ...before }, { onSuccess })
    } else if (shown) {
      const row = { ...key, before: shown.price, beforeLevel: shown.level, after, afterLevel: levelOf(area) }
      ofArea.mutate({ area, rows: [row] }, { onSuccess })
    }
  }
  return { error, isPending, reset, save }
}

/** Changes or plans many prices. If a reply is lost, sending again finds the same change. */
export function useChangePrices() {
  const attempt = useRef<Attempt | null>(null)
  const timeZone = useStoreZone()
  return useMutation<PriceChange, ApiError, Omit<BodyInputOf<typeof changePrices>, 'attemptId'>>({
    mutationFn: (body) => {
      attempt.current = attemptFor(attempt.current, JSON.stringify(body))
      const { attemptId } = attempt.current
      return callApi<typeof changePrices>('POST', '/api/admin/pricing/changes', {
        body: { ...withPlace(body), attemptId },
      })
    },
    onSuccess: ({ rows, startsAt, area }) => {
      attempt.current = null
      const prices = formatPlural(rows.length, 'price')
      showToast(
        startsAt
          ? { title: `${prices} planned`, description: `They take effect ${formatStoreMoment(startsAt, timeZone)}.` }
          : {
              title: `${prices} changed`,
              description: `${rows.length === 1 ? 'It now applies' : 'They now apply'} ${area ? `in ${area.name}` : 'in every county without its own'}.`,
            },
      )
    },
    onSettled: readAgain,
  })
}

/** Undoes a price change. */
export function useUndoPriceChange() {
  return useMutation<PriceChange, ApiError, PriceChange>({
    mutationFn: ({ id }) =>
      callApi<typeof undoPriceChange>('POST', '/api/admin/pricing/changes/:changeId/undo', {
        params: { changeId: id },
      }),
    onSuccess: ({ rows }) => showToast({ title: `${formatPlural(rows.length, 'price')} restored` }),
    onSettled: readAgain,
  })
}

/** Cancels a planned change. */
export function useCancelPriceChange() {
  return useMutation<PriceChange, ApiError, PriceChange>({
    mutationFn: ({ id }) =>
      callApi<typeof cancelPriceChange>('POST', '/api/admin/pricing/changes/:changeId/cancel', {
        params: { changeId: id },
      }),
    onSuccess: () => showToast({ title: 'Planned change canceled', description: 'The prices stay as they are.' }),
    onSettled: readAgain,
  })
}
