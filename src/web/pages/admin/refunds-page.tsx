import { RefundsView } from '#web/features/admin/refunds/refunds-view.tsx'
import { useDeskSearch } from './use-desk-search.ts'

/** Refunds, with their filter in the URL. */
export function RefundsPage() {
  const { search, change } = useDeskSearch()
  return <RefundsView word={search.status} onFilter={(status) => change({ status })} />
}
