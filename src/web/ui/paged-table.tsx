import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { ListTrouble, MoreButton } from './panel.tsx'
import { Loading } from './skeleton.tsx'

/** Which rows of a list are chosen, by their keys; `last` is where a choice with Shift starts. */
export type Choice = { chosen: ReadonlySet<string>; last: string | null }

export const NOTHING_CHOSEN: Choice = { chosen: new Set(), last: null }

/**
 * Chooses a row or not; with Shift, does the same to all rows from the last one.
 *
 * @param keys of the rows shown, in order
 */
export function toggle({ chosen, last }: Choice, keys: readonly string[], key: string, withShift: boolean): Choice {
  const meant = withShift ? keysBetween(keys, last, key) : [key]
  const next = new Set(chosen)
  for (const one of meant) {
    if (chosen.has(key)) next.delete(one)
    else next.add(one)
  }
  return { chosen: next, last: key }
}

/** Chooses all rows shown, or none if they are. */
export const toggleAll = ({ chosen, last }: Choice, keys: readonly string[]): Choice =>
  keys.every((key) => chosen.has(key)) ? NOTHING_CHOSEN : { chosen: new Set(keys), last }

/** The keys from one to another, whichever comes first; only the second if the first is not shown. */
function keysBetween(keys: readonly string[], one: string | null, other: string): readonly string[] {
  const [start, end] = [one === null ? -1 : keys.indexOf(one), keys.indexOf(other)]
  return start < 0 ? [other] : keys.slice(Math.min(start, end), Math.max(start, end) + 1)
}

/**
 * Lets rows of a list be chosen.
 *
 * @returns the chosen rows among those shown, so one that a new filter hides is not acted on; `keepOnly` unchooses all
 *   but some rows
 */
function useRowChoice<Row>(rows: readonly Row[], rowKey: (row: Row) => string) {
  const [choice, setChoice] = useState(NOTHING_CHOSEN)
  const { chosen } = choice
  const keys = rows.map(rowKey)
  return {
    chosenRows: rows.filter((row) => chosen.has(rowKey(row))),
    keepOnly: (kept: readonly Row[]) => setChoice({ chosen: new Set(kept.map(rowKey)), last: null }),
    choice: {
      chosen,
      onToggle: (row: Row, withShift: boolean) => setChoice(toggle(choice, keys, rowKey(row), withShift)),
      onToggleAll: () => setChoice(toggleAll(choice, keys)),
    },
  }
}

/** A list as a query returns it; the last four only if it is loaded page by page. */
interface ListedRows<Row> {
  data: readonly Row[] | undefined
  error: { sentence: string } | null
  isPending: boolean
  refetch: () => unknown
  hasNextPage?: boolean
  isFetchingNextPage?: boolean
  fetchNextPage?: () => unknown
  /** The rows are of other filters, until those of the new ones are here. */
  isPlaceholderData?: boolean
}

interface PagedTableProps<Row> extends Omit<DataTableProps<Row>, 'rows' | 'choice'> {
  list: ListedRows<Row>
  /** Shown instead of the table if there are no rows. */
  empty: ReactNode
  /** Shown if the list could not be loaded. */
  errorTitle: string
  /** Below the rows, such as the time zone. */
  footnote?: ReactNode
  /** How many rows match in total, in words such as `935` or `10,000+`; absent if unknown. */
  total?: string | undefined
  /** Lets rows be chosen, and acts on those that are. */
  bulk?: BulkActions<Row>
}

export interface BulkActions<Row> {
  /** Names a row for its checkbox. */
  nameOf: (row: Row) => string
  /** Buttons for the chosen rows; `onDone` unchooses all but the rows that it is given. */
  actions: (chosen: readonly Row[], onDone: (left?: readonly Row[]) => void) => ReactNode
}

const NO_ROWS: readonly never[] = []

/** A list as a table: loading, error, empty, its rows, what to do with those that are chosen, and the next page. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { list, empty, errorTitle, footnote, total: knownTotal, bulk, ...table } = props
  const { label, rowKey } = table
  const rows: readonly Row[] = list.data ?? NO_ROWS
  const { chosenRows, choice, keepOnly } = useRowChoice(rows, rowKey)
  const clear = () => keepOnly([])
  // The count is a call of its own: it may be of other filters than the rows, or older.
  const isWhole = !list.hasNextPage && knownTotal !== undefined
  const total = list.isPlaceholderData ? undefined : isWhole ? String(rows.length) : knownTotal
  if (list.isPending) return <Loading words={`Loading: ${label}`} height="h-14" count={5} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ListTrouble list={list} title={errorTitle} />
      {rows.length > 0 ? (
        <DataTable {...table} rows={rows} choice={bulk && { ...choice, nameOf: bulk.nameOf }} />
      ) : (
        !list.error && !list.hasNextPage && empty
      )}
      {bulk && chosenRows.length > 0 && (
        <div
          role="toolbar"
          aria-label="Selected rows"
          className="sticky bottom-(--foot) z-20 flex flex-wrap items-center gap-2 rounded-md border border-accent bg-surface p-2 pl-3 text-sm shadow-float"
        >
          <p role="status" className="figures mr-auto font-semibold">
            {chosenRows.length} selected
          </p>
          <div className="flex flex-wrap gap-2 max-sm:[&_svg]:hidden">
            {bulk.actions(chosenRows, (left = []) => keepOnly(left))}
          </div>
          <Button size="small" look="quiet" aria-label="Clear selection" title="Clear selection" onClick={clear}>
            <X size={16} aria-hidden="true" />
          </Button>
        </div>
      )}
      <MoreButton list={list} />
      {rows.length > 0 && (
        <p className="text-xs text-muted">
          {footnote}{' '}
          <span role="status" className={total ? 'figures' : 'sr-only'}>
            {total
              ? `${rows.length} of ${total} shown.`
              : `${rows.length} shown${list.hasNextPage ? ', there are more' : ''}.`}
          </span>
        </p>
      )}
    </div>
  )
}
