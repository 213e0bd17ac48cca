import { skipToken, useQuery } from '@tanstack/react-query'
import type { listAreaPrices, PriceArea } from '#contract/admin/price-areas.ts'
import type { changePrices, previewPrices } from '#contract/admin/pricing.ts'
import type { listPricing } from '#contract/catalogue/catalogue.ts'
import type { BodyInputOf, ReplyOutputOf } from '#contract/endpoint.ts'
import { useAttempt } from '#web/lib/attempts.ts'
import { callApi } from '#web/lib/call-api.ts'
import { formatPlural } from '#web/lib/format.ts'
import { FRESH, query } from '#web/lib/query.ts'
import { formatStoreMoment } from '#web/lib/store-moment.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { useChange } from '#web/lib/use-change.ts'
import { areaPrices, nationalPrices } from './price-rules.ts'

export const PRICES_PATH = '/api/pricing'
export const AREA_PRICES_PATH = '/api/admin/pricing/area-prices'
export const AREAS_PATH = '/api/admin/pricing/areas'
export const CHANGES_PATH = '/api/admin/pricing/changes'
const PREVIEW_PATH = '/api/admin/pricing/preview'

/** What changes with a price: the list, packages wherever they are shown, carts, and this folder's queries. */
export const TOUCHED_PATHS = [
  PRICES_PATH,
  AREA_PRICES_PATH,
  AREAS_PATH,
  PREVIEW_PATH,
  CHANGES_PATH,
  '/api/packages/:state/:county',
  '/api/cart',
]

export type PricesPreview = ReplyOutputOf<typeof previewPrices>

/** The 48 prices everywhere (null), or in an area. */
export function usePrices(area: PriceArea | null) {
  const national = useQuery({
    ...query<typeof listPricing>(PRICES_PATH, {}),
    ...FRESH,
    enabled: area === null,
    select: nationalPrices,
  })
  const words = area ? { state: area.state, ...(area.county !== null && { county: area.county }) } : {}
  const ofArea = useQuery({
    ...query<typeof listAreaPrices>(AREA_PRICES_PATH, {}, words),
    ...FRESH,
    enabled: area !== null,
    select: areaPrices,
  })
  return area === null ? national : ofArea
}

/** The body with its area as calls take it: without its name, which they refuse. Without an area, it means everywhere. */
const withPlace = <Body extends { area?: PriceArea | null | undefined }>({ area, ...rest }: Body) => ({
  ...rest,
  ...(area && { area: { state: area.state, county: area.county } }),
})

/** Previews a change; null asks nothing. Computed again each time, because prices and carts change. */
export const usePricesPreview = (body: BodyInputOf<typeof previewPrices> | null) =>
  useQuery<PricesPreview>({
    queryKey: [PREVIEW_PATH, body],
    queryFn: body
      ? ({ signal }) => callApi<typeof previewPrices>('POST', PREVIEW_PATH, { body: withPlace(body), signal })
      : skipToken,
    staleTime: 0,
    gcTime: 0,
  })

/** Changes or plans many prices. If a reply is lost, sending again finds the same change. */
export function useChangePrices() {
  const attempt = useAttempt()
  const timeZone = useStoreZone()
  return useChange({
    affects: TOUCHED_PATHS,
    send: (body: Omit<BodyInputOf<typeof changePrices>, 'attemptId'>) =>
      callApi<typeof changePrices>('POST', CHANGES_PATH, {
        body: { ...withPlace(body), attemptId: attempt.idFor(body) },
      }),
    onDone: attempt.end,
    toast: ({ rows, startsAt, area }) => {
      const prices = formatPlural(rows.length, 'price')
      if (startsAt)
        return { title: `${prices} planned`, description: `They take effect ${formatStoreMoment(startsAt, timeZone)}.` }
      const apply = rows.length === 1 ? 'It now applies' : 'They now apply'
      const where = area ? `in ${area.name}` : 'in every county without its own'
      return { title: `${prices} changed`, description: `${apply} ${where}.` }
    },
  })
}
