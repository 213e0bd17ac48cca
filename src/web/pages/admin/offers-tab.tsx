import { getRouteApi } from '@tanstack/react-router'
import { OffersView } from '#web/features/catalogue/offers/offers-view.tsx'
import { paths } from '#web/paths.ts'

const route = getRouteApi(paths.admin)

/** Special Offers of the admin dashboard. The edited offer is in the URL, so it can be linked. */
export function OffersTab() {
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  const handleOpen = (offerId: string | undefined) =>
    void navigate({
      search: ({ open: _closed, ...rest }) => (offerId ? { ...rest, open: offerId } : rest),
      resetScroll: false,
    })
  return <OffersView openId={open} onOpen={handleOpen} />
}
