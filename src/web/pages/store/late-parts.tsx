/** The parts of the leads page that are not needed at its first paint, and what is shown if one cannot be loaded. */
import { Button } from '#web/ui/button.tsx'
import { retryOrReload, type ShowMissing } from '#web/ui/late-part.tsx'
import { Notice } from '#web/ui/notice.tsx'

export const loadPaymentOverlay = () => import('../pay/payment-overlay.tsx')
export const loadStockMap = () =>
  import('#web/features/catalogue/map/stock-map.tsx').then((file) => ({ default: file.StockMap }))
export const loadUnknownPlace = () =>
  import('#web/features/catalogue/search/unknown-place.tsx').then((file) => ({ default: file.UnknownPlace }))
export const loadCompareView = () =>
  import('#web/features/catalogue/compare-view.tsx').then((file) => ({ default: file.CompareView }))
export const loadLivePackages = () =>
  import('#web/features/catalogue/live-packages.tsx').then((file) => ({ default: file.LivePackages }))
export const loadNeighborsInStock = () =>
  import('#web/features/catalogue/neighbors-in-stock.tsx').then((file) => ({ default: file.NeighborsInStock }))

/** Names the missing part and offers a retry. */
export function partMissing(what: string): ShowMissing {
  return (retry, attempts) => (
    <Notice tone="danger" className="mt-6" action={<Button onClick={retryOrReload(retry, attempts)}>Try again</Button>}>
      {what} could not be loaded. Check your connection and try again.
    </Notice>
  )
}

/** For optional parts: the page is complete without them. */
export const nothing = () => null
