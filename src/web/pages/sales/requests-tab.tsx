import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { historyColumns, requestColumns, rowShade } from '#web/features/links/requests/request-columns.tsx'
import { filtersOf, wordsOf } from '#web/features/links/requests/request-data.ts'
import { RequestList } from '#web/features/links/requests/request-list.tsx'
import { useCurrentUser } from '#web/features/members/current-user.ts'
import { EarningsPanel } from '#web/features/sales/earnings/earnings-panel.tsx'
import { useTeamSearch } from '#web/lib/use-team-search.tsx'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SalesLink, searchOfTab, TAB_NAMES } from './sales-navigation.tsx'
import { useRepeatRequest } from './use-repeat-request.ts'

/** The two views of the payment links that a member sent: what is open and paid, and what each came to. */
export const RequestsTab = () => (
  <Requests columnsOf={requestColumns} label="Payment requests">
    <Views />
  </Requests>
)

export function HistoryTab() {
  const user = useCurrentUser()
  return (
    <Requests columnsOf={historyColumns} label="Sales history" rowLook={rowShade}>
      <Views />
      {user && <EarningsPanel username={user.username} />}
    </Requests>
  )
}

const columnsWithRep: typeof requestColumns = (onRepeat) =>
  requestColumns(onRepeat).toSpliced(-1, 0, {
    header: 'Rep',
    isOptional: 'hidden',
    narrow: 'hidden',
    cell: ({ repName }) => repName,
  })

/** The payment links of all members. */
export const LinksPage = () => (
  <Requests
    columnsOf={columnsWithRep}
    label="Payment links"
    empty={<EmptyState title="Nothing sent yet">Every payment link that the team sends appears here.</EmptyState>}
  />
)

interface RequestsProps {
  empty?: ReactNode
  columnsOf: typeof requestColumns
  label: string
  rowLook?: typeof rowShade
  children?: ReactNode
}

function Requests({ columnsOf, label, rowLook, empty, children }: RequestsProps) {
  const { search, change } = useTeamSearch()
  const filters = filtersOf(search)
  const { mutate: repeat } = useRepeatRequest()
  const columns = useMemo(() => columnsOf(repeat), [columnsOf, repeat])
  return (
    <>
      {children}
      <RequestList
        label={label}
        columns={columns}
        rowLook={rowLook}
        filters={filters}
        onFilter={(next) => change(wordsOf(next), next.search !== filters.search)}
        empty={
          empty ?? (
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
          )
        }
      />
    </>
  )
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
