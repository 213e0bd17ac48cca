import { ImportsView } from '#web/features/admin/imports/imports-view.tsx'
import { useSectionSearch } from './use-section-search.ts'

/** Imports, with the import that is open in the address. */
export default function ImportsPage() {
  const { search, change } = useSectionSearch()
  return <ImportsView open={search.open} onOpen={(open) => change({ open })} />
}
