import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { classes } from './classes.ts'

/** The column that the rows are sorted by, by its `sortKey`. */
export interface SortOrder {
  key: string
  direction: 'asc' | 'desc'
}

interface HeaderCellProps {
  column: { header: string; isHeaderHidden?: boolean; isNumber?: boolean; sortKey?: string }
  sort: SortOrder | undefined
  onSort: ((key: string) => void) | undefined
}

/** The header of a column; a button if the list can be sorted by it. */
export function HeaderCell({ column: { header, isHeaderHidden, isNumber, sortKey }, sort, onSort }: HeaderCellProps) {
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
        !isSortable && 'sr-only @3xl:not-sr-only @3xl:whitespace-nowrap',
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
