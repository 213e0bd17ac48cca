import { Link } from '@tanstack/react-router'
import { RequestList } from '#web/features/links/requests/request-list.tsx'
import { useCurrentUser } from '#web/features/members/current-user.ts'
import { EarningsPanel } from '#web/features/sales/earnings/earnings-panel.tsx'
import { useTeamSearch } from '#web/lib/use-team-search.tsx'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SalesLink, searchOfTab, TAB_NAMES } from './sales-navigation.tsx'
import { useRepeatRequest } from './use-repeat-request.ts'

/** The payment links that a member sent: what is open and paid or, as their history, what each came to. */
export function RequestsTab({ view = 'requests' }: { view?: 'requests' | 'history' }) {
  const user = useCurrentUser()
  const { mutate: repeat } = useRepeatRequest()
  return (
    <>
      <Views />
      {view === 'history' && user && <EarningsPanel username={user.username} />}
      <RequestList
        view={view}
        onRepeat={repeat}
        empty={
          <EmptyState
            title="Nothing sent yet"
            action={
              <SalesLink tab="invoice" look="primary">
                Generate Invoice
              </SalesLink>
            }
          >
            Every payment link you send appears here, and shows when it was opened and paid.
          </EmptyState>
        }
      />
    </>
  )
}

export const HistoryTab = () => <RequestsTab view="history" />

/** The payment links of all members. */
export function LinksPage() {
  const { mutate: repeat } = useRepeatRequest()
  const empty = <EmptyState title="Nothing sent yet">Every payment link that the team sends appears here.</EmptyState>
  return <RequestList view="links" onRepeat={repeat} empty={empty} />
}

/** Between the two on a phone, whose bar has one entry for both. */
function Views() {
  const { search } = useTeamSearch()
  return (
    <nav aria-label="Views" className="mb-4 grid grid-cols-2 border-b border-line lg:hidden">
      {TAB_NAMES.filter(({ value }) => value === 'requests' || value === 'history').map(({ value, label }) => (
        <Link
          key={value}
          to={paths.sales}
          search={searchOfTab(search, value)}
          aria-current={search.tab === value ? 'page' : undefined}
          className="grid min-h-11 place-items-center border-b-2 border-transparent text-muted aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-accent"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
