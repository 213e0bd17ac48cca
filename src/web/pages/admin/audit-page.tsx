import { AuditView, filtersOf } from '#web/features/audit/audit-view.tsx'
import { useSectionSearch } from './use-section-search.tsx'

/** The audit log, with its filters in the URL. */
export default function AuditPage() {
  const { search, change } = useSectionSearch()
  return (
    <AuditView
      filters={filtersOf(search)}
      onFilter={({ memberId, action, from, to }) => change({ member: memberId, kind: action, from, to })}
    />
  )
}
