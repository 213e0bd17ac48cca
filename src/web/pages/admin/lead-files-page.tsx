import { LeadFilesView } from '#web/features/admin/lead-files/lead-files-view.tsx'
import { useDeskSearch } from './use-desk-search.ts'

/** Lead files of the desk, with the import that is open in the address. */
export function LeadFilesPage() {
  const { search, change } = useDeskSearch()
  return <LeadFilesView open={search.open} onOpen={(importId) => change({ open: importId ?? '' })} />
}
