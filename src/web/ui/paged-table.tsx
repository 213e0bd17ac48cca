import type { ReactNode } from 'react'
import { type Column, DataTable, type SortOrder } from './data-table.tsx'
import { ListTrouble, MoreButton } from './list-trouble.tsx'
import { Loading } from './skeleton.tsx'

/** A list that comes page after page, as a query knows it. */
export interface PagedList<Row> {
  data: readonly Row[] | undefined
  error: { sentence: string } | null
  isPending: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  refetch: () => unknown
  fetchNextPage: () => unknown
}

interface PagedTableProps<Row> {
  list: PagedList<Row>
  /** What the table lists. */
  label: string
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  /** In place of the table when there are no rows. */
  empty: ReactNode
  /** Said when the list could not be loaded. */
  errorTitle: string
  /** Beneath the rows, e.g. in which zone times are. */
  footnote?: ReactNode
  sort?: SortOrder
  onSort?: (key: string) => void
}

/** A list as a table, with what stands there while it loads, when it cannot be read, when it is empty, and the next page. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { list, label, columns, rowKey, empty, errorTitle, footnote } = props
  const rows = list.data ?? []
  if (list.isPending) return <LoadingRows label={label} />
  return (
    <div className="grid gap-4">
      <ListTrouble list={list} title={errorTitle} />
      {rows.length > 0 ? (
        <DataTable
          label={label}
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          sort={props.sort}
          onSort={props.onSort}
        />
      ) : (
        !list.error && empty
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

function LoadingRows({ label }: { label: string }) {
  return <Loading words={`Loading: ${label}`} height="h-14" count={5} />
}
