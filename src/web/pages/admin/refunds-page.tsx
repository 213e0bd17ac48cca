import { RefundsView } from '#web/features/admin/refunds/refunds-view.tsx'
import { useSectionSearch } from './use-section-search.ts'

/** Refunds, with their filter in the URL. */
export default function RefundsPage() {
  const { search, change } = useSectionSearch()
  return <RefundsView word={search.status} onFilter={(status) => change({ status })} />
}
