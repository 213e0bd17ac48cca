import { filtersOf } from '#web/features/admin/messages/message-data.ts'
import { MessageLogView } from '#web/features/admin/messages/message-log-view.tsx'
import { useSectionSearch } from './use-section-search.tsx'

/** The message log, with its filters in the URL. */
export default function MessagesPage() {
  const { search, change } = useSectionSearch()
  const filters = filtersOf(search)
  return (
    <MessageLogView
      filters={filters}
      onFilter={({ state, ...words }) => change({ ...words, status: state }, words.search !== filters.search)}
    />
  )
}
