import { OffersView } from '#web/features/catalogue/offers/offers-view.tsx'
import { useTeamSearch } from '#web/lib/use-team-search.tsx'

/** Special Offers of the admin dashboard. The edited offer is in the URL, so it can be linked. */
export default function OffersTab() {
  const { search, change } = useTeamSearch()
  return <OffersView openId={search.open} onOpen={(open) => change({ open })} />
}
