import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'

/** One column: its header, and how a cell renders. */
export interface Column<Row> {
  key: string
  header: string
  /** The header is only for screen readers: the cells explain themselves, or are buttons. */
  isHeaderHidden?: boolean
  /** On a narrow screen, shown at the top of the card without its header. */
  isTitle?: boolean
  isNumber?: boolean
  /** Stays on one line, such as a date or buttons. */
  isUnbroken?: boolean
  /** The name that `onSort` gets for this column; without it the column is not sortable. */
  sortKey?: string
  cell: (row: Row) => ReactNode
}

/** The column that the rows are sorted by, by its `sortKey`. */
export interface SortOrder {
  key: string
  direction: 'asc' | 'desc'
}

interface DataTableProps<Row> {
  /** What the table lists. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Shading of a row. The row must also say its meaning in a word. */
  rowLook?: ((row: Row) => string | undefined) | undefined
  sort?: SortOrder | undefined
  onSort?: ((key: string) => void) | undefined
}

/**
 * Rows below sortable headers. In a narrow place, each row becomes a card that names its values, and the sortable
 * headers become buttons above; it is the same table either way.
 */
export function DataTable<Row>({ label, columns, rows, rowKey, rowLook, sort, onSort }: DataTableProps<Row>) {
  return (
    <div className="@container">
      <div className="@3xl:overflow-clip @3xl:rounded-md @3xl:border @3xl:border-line @3xl:bg-surface">
        <table className="block w-full border-collapse text-sm @3xl:table">
          <caption className="sr-only">{label}</caption>
          <thead className="block @3xl:table-header-group">
            <tr className="flex flex-wrap gap-1.5 pb-2 @3xl:table-row @3xl:border-b @3xl:border-line">
              {columns.map((column) => (
                <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody className="grid gap-3 @3xl:table-row-group">
            {rows.map((row) => (
              <tr
                key={rowKey(row)}
                className={classes(
                  'grid gap-1.5 rounded-md border border-line p-3 @3xl:table-row @3xl:rounded-none @3xl:border-0 @3xl:border-b @3xl:p-0 @3xl:last:border-b-0',
                  rowLook?.(row) ?? 'bg-surface @3xl:bg-transparent',
                )}
              >
                {columns.map((column) => (
                  <td
                    key={column.key}
                    className={classes(
                      'min-w-0 align-top wrap-anywhere @3xl:table-cell @3xl:px-2.5 @3xl:py-2',
                      'first:@3xl:pl-3 last:@3xl:pr-2',
                      column.isTitle || column.isHeaderHidden
                        ? 'block'
                        : 'grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3',
                      column.isNumber && 'figures @3xl:text-right',
                      (column.isNumber || column.isUnbroken) && '@3xl:whitespace-nowrap',
                    )}
                  >
                    {!column.isTitle && !column.isHeaderHidden && (
                      <span aria-hidden="true" className="text-muted @3xl:hidden">
                        {column.header}
                      </span>
                    )}
                    <div className="min-w-0">{column.cell(row)}</div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

interface HeaderCellProps<Row> {
  column: Column<Row>
  sort: SortOrder | undefined
  onSort: ((key: string) => void) | undefined
}

function HeaderCell<Row>({
  column: { header, isHeaderHidden, isNumber, sortKey },
  sort,
  onSort,
}: HeaderCellProps<Row>) {
  const isSortable = sortKey !== undefined && onSort !== undefined
  const direction = isSortable && sort?.key === sortKey ? sort.direction : undefined
  const Icon = direction === 'asc' ? ArrowUp : direction === 'desc' ? ArrowDown : ChevronsUpDown
  return (
    <th
      scope="col"
      aria-sort={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : undefined}
      className={classes(
        'text-left font-semibold whitespace-nowrap text-muted @3xl:table-cell @3xl:px-2.5 @3xl:py-1',
        'first:@3xl:pl-3 last:@3xl:pr-2',
        isNumber && '@3xl:text-right',
        !isSortable && 'sr-only @3xl:not-sr-only',
      )}
    >
      {isSortable ? (
        <button
          type="button"
          onClick={() => onSort(sortKey)}
          className={classes(
            'inline-flex min-h-9 items-center gap-1 rounded-md border border-control bg-surface px-2 hover:bg-accent-quiet hover:text-ink',
            '@3xl:-mx-1.5 @3xl:border-transparent @3xl:px-1.5',
            direction && 'text-ink',
          )}
        >
          {header}
          <Icon size={14} aria-hidden="true" />
        </button>
      ) : (
        <span className={isHeaderHidden ? 'sr-only' : ''}>{header}</span>
      )}
    </th>
  )
}
