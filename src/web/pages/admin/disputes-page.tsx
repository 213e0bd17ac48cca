import { DisputesView } from '#web/features/admin/orders/disputes-view.tsx'
import { useSectionSearch } from './use-section-search.ts'

/** Disputes, with the open one in the URL. */
export default function DisputesPage() {
  const { search, change } = useSectionSearch()
  return <DisputesView openId={search.open} onOpen={(open) => change({ open })} />
}
