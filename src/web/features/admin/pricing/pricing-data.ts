import { useQuery } from '@tanstack/react-query'
import { listAreaPrices, listPriceAreas, type PriceArea } from '#contract/admin/price-areas.ts'
import { changePrice, listPriceChanges, previewPrices, undoPriceChange } from '#contract/admin/pricing.ts'
import { listPackages, listPricing } from '#contract/catalogue/catalogue.ts'
import type { BodyInputOf } from '#contract/endpoint.ts'
import { getCart } from '#contract/orders/cart.ts'
import { callApi, FRESH, query } from '#web/lib/call-api.ts'
import { undoable, useChange } from '#web/lib/use-change.ts'
import { shownPrices } from './price-rules.ts'

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

/** The 48 prices everywhere (null), or in an area. */
export const usePrices = (area: PriceArea | null) => {
  const words = { ...(area && { state: area.state }), ...(area?.county && { county: area.county }) }
  return useQuery({ ...query(listAreaPrices, {}, words), ...FRESH, select: shownPrices })
}

/** Takes a change of prices back. */
export const undoPrices = (changeId: string) => callApi(undoPriceChange, { params: { changeId } })

/** Sets one price, everywhere (null) or of an area. It is shown once it is reloaded. */
export const useSetPrice = (area: PriceArea | null) =>
  useChange({
    affects: TOUCHED_PATHS,
    isReloadAwaited: true,
    send: (body: Omit<BodyInputOf<typeof changePrice>, 'area'>) =>
      callApi(changePrice, { body: { ...body, area: area && { state: area.state, county: area.county } } }),
    toast: ({ changeId }) => ({
      title: area ? 'Price changed' : 'Pricing updated successfully and applied to all packages!',
      ...(changeId && undoable(() => undoPrices(changeId), TOUCHED_PATHS)),
    }),
    failed: 'Error',
    fallback: 'Failed to update pricing',
  })
