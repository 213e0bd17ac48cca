import { OffersView } from '#web/features/catalogue/offers/offers-view.tsx'
import { useTabSearch } from './use-section-search.tsx'

/** Special Offers of the admin dashboard. The edited offer is in the URL, so it can be linked. */
export default function OffersTab() {
  const { search, change } = useTabSearch()
  return <OffersView openId={search.open} onOpen={(open) => change({ open })} />
}
