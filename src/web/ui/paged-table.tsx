import type { ReactNode } from 'react'
import { type Column, DataTable, type SortOrder } from './data-table.tsx'
import { ListTrouble, MoreButton } from './list-trouble.tsx'
import { Loading } from './skeleton.tsx'

/** A list as a query returns it; the last three only if it is loaded page by page. */
export interface ListedRows<Row> {
  data: readonly Row[] | undefined
  error: { sentence: string } | null
  isPending: boolean
  refetch: () => unknown
  hasNextPage?: boolean
  isFetchingNextPage?: boolean
  fetchNextPage?: () => unknown
}

interface PagedTableProps<Row> {
  list: ListedRows<Row>
  /** What the table lists. */
  label: string
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  rowLook?: ((row: Row) => string | undefined) | undefined
  /** Shown instead of the table if there are no rows. */
  empty: ReactNode
  /** Shown if the list could not be loaded. */
  errorTitle: string
  /** Below the rows, such as the time zone. */
  footnote?: ReactNode
  sort?: SortOrder
  onSort?: (key: string) => void
}

/** A list as a table: loading, error, empty, its rows, and a button for the next page. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { list, label, columns, rowKey, rowLook, empty, errorTitle, footnote, sort, onSort } = props
  const rows = list.data ?? []
  if (list.isPending) return <Loading words={`Loading: ${label}`} height="h-14" count={5} />
  return (
    <div className="grid gap-4">
      <ListTrouble list={list} title={errorTitle} />
      {rows.length > 0 ? (
        <DataTable {...{ label, columns, rows, rowKey, rowLook, sort, onSort }} />
      ) : (
        !list.error && !list.hasNextPage && empty
      )}
      <MoreButton list={list} />
      {rows.length > 0 && (
        <p className="text-xs text-muted">
          {footnote}
          <span role="status" className="sr-only">
            {rows.length} shown{list.hasNextPage ? ', there are more' : ''}.
          </span>
        </p>
      )}
    </div>
  )
}
