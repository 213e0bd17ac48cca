import { useCallback } from 'react'
import { DisputesView } from '#web/features/admin/orders/disputes-view.tsx'
import { useSectionSearch } from './use-section-search.ts'

/** Disputes, with the open one in the URL. */
export function DisputesPage() {
  const { search, change } = useSectionSearch()
  const open = useCallback((disputeId: string | null) => change({ open: disputeId ?? '' }), [change])
  return <DisputesView openId={search.open ?? null} onOpen={open} />
}
