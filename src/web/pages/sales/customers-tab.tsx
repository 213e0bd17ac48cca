import { SectionLink } from '#web/features/admin/section-link.tsx'
import { CustomerTable } from '#web/features/links/customers/customer-table.tsx'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { useTeamSearch } from '#web/lib/use-team-search.ts'
import { useRepeatRequest, useStartInvoice } from './use-repeat-request.ts'

/** The customers of the reps: a rep's own, for an administrator all. Who buys in the store is none of them. */
export default function CustomersTab() {
  const { search = '' } = useTeamSearch().search
  const user = useCurrentUser()
  const startInvoice = useStartInvoice()
  const { mutate: repeat } = useRepeatRequest()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <CustomerTable onInvoice={startInvoice} onRepeat={repeat} />
      {user?.role === 'admin' && search !== '' && (
        <p className="text-sm">
          Looking for someone who bought in the store?{' '}
          <SectionLink section="orders" search={{ search }}>
            Search orders for “{search}”
          </SectionLink>
        </p>
      )}
    </div>
  )
}
