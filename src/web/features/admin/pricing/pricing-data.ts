import { skipToken, useQuery } from '@tanstack/react-query'
import { listAreaPrices, listPriceAreas, type PriceArea } from '#contract/admin/price-areas.ts'
import { changePrices, listPriceChanges, previewPrices } from '#contract/admin/pricing.ts'
import { listPackages, listPricing } from '#contract/catalogue/catalogue.ts'
import type { BodyInputOf, ReplyOutputOf } from '#contract/endpoint.ts'
import { getCart } from '#contract/orders/cart.ts'
import { useAttempt } from '#web/lib/attempts.ts'
import { callApi, FRESH, query } from '#web/lib/call-api.ts'
import { formatPlural } from '#web/lib/format.ts'
import { formatStoreMoment } from '#web/lib/store-moment.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { useChange } from '#web/lib/use-change.ts'
import { areaPrices, nationalPrices } from './price-rules.ts'

/** What changes with a price: the list, packages wherever they are shown, carts, and this folder's queries. */
export const TOUCHED_PATHS = [
  listPricing.path,
  listAreaPrices.path,
  listPriceAreas.path,
  previewPrices.path,
  listPriceChanges.path,
  listPackages.path,
  getCart.path,
]

export type PricesPreview = ReplyOutputOf<typeof previewPrices>

/** The 48 prices everywhere (null), or in an area. */
export function usePrices(area: PriceArea | null) {
  const national = useQuery({ ...query(listPricing), ...FRESH, enabled: area === null, select: nationalPrices })
  const words = area ? { state: area.state, ...(area.county !== null && { county: area.county }) } : {}
  const ofArea = useQuery({ ...query(listAreaPrices, {}, words), ...FRESH, enabled: area !== null, select: areaPrices })
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
    queryKey: [previewPrices.path, body],
    queryFn: body ? ({ signal }) => callApi(previewPrices, { body: withPlace(body), signal }) : skipToken,
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
      callApi(changePrices, { body: { ...withPlace(body), attemptId: attempt.idFor(body) } }),
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
