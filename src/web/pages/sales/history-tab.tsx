import { useMemo } from 'react'
import { historyColumns, rowShade } from '#web/features/links/requests/request-columns.tsx'
import { RequestList } from '#web/features/links/requests/request-list.tsx'
import { useCurrentUser } from '#web/features/members/current-user.ts'
import { EarningsPanel } from '#web/features/sales/earnings/earnings-panel.tsx'
import { NothingSent } from './requests-tab.tsx'
import { useRequestFilters } from './use-list-search.ts'
import { useRepeatRequest } from './use-repeat-request.ts'

export default function HistoryTab() {
  const [filters, setFilters] = useRequestFilters()
  const { mutate: repeat } = useRepeatRequest()
  const columns = useMemo(() => historyColumns(repeat), [repeat])
  const user = useCurrentUser()
  return (
    <>
      {user && <EarningsPanel username={user.username} />}
      <RequestList
        label="Sales history"
        columns={columns}
        rowLook={rowShade}
        filters={filters}
        onFilter={setFilters}
        empty={<NothingSent />}
      />
    </>
  )
}
