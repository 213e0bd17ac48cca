import { RequestList } from '#web/features/links/requests/request-list.tsx'
import { EarningsPanel } from '#web/features/sales/earnings/earnings-panel.tsx'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { EmptyState } from '#web/ui/panel.tsx'
import { SalesLink } from './sales-navigation.tsx'
import { useRepeatRequest } from './use-repeat-request.ts'

/** The payment links that a member sent; as their history, those that were paid, below what they earned. */
export function RequestsTab({ isHistory = false }: { isHistory?: boolean }) {
  const user = useCurrentUser()
  const { mutate: repeat } = useRepeatRequest()
  return (
    <>
      {isHistory && user && <EarningsPanel username={user.username} />}
      {isHistory && <h2 className="mb-3 text-base font-semibold">Sales of all months</h2>}
      <RequestList
        label={isHistory ? 'Sales history' : 'Payment requests'}
        isHistory={isHistory}
        onRepeat={repeat}
        empty={
          <EmptyState
            title={isHistory ? 'Nothing paid yet' : 'Nothing sent yet'}
            action={
              <SalesLink tab="invoice" look="primary">
                Generate Invoice
              </SalesLink>
            }
          >
            {isHistory
              ? 'Every payment link that a customer paid appears here.'
              : 'Every payment link you send appears here, and shows when it was opened and paid.'}
          </EmptyState>
        }
      />
    </>
  )
}

export const HistoryTab = () => <RequestsTab isHistory />

/** The payment links of all members. */
export function LinksPage() {
  const { mutate: repeat } = useRepeatRequest()
  const empty = <EmptyState title="Nothing sent yet">Every payment link that the team sends appears here.</EmptyState>
  return <RequestList label="Payment links" isOfAll onRepeat={repeat} empty={empty} />
}
