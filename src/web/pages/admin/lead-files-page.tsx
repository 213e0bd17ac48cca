import { LeadFilesView } from '#web/features/admin/lead-files/lead-files-view.tsx'
import { useSectionSearch } from './use-section-search.ts'

/** Lead files, with the import that is open in the address. */
export default function LeadFilesPage() {
  const { search, change } = useSectionSearch()
  return <LeadFilesView open={search.open} onOpen={(open) => change({ open })} />
}
