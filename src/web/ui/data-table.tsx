import { ArrowDown, ArrowUp, ChevronsUpDown, Columns3, Square, SquareCheck } from 'lucide-react'
import { Fragment, type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { ActionMenu } from './action-menu.tsx'
import { classes } from './classes.ts'
import { usePageKeys } from './page-keys.ts'
import { isSingleKey } from './single-keys.tsx'
import { readStored, writeStored } from './storage.ts'

/** The column that the rows are sorted by, by its `sortKey`. */
type SortOrder = { key: string; direction: 'asc' | 'desc' }

/** The outer cells of a wide table: as far from its edge as what else its card has. */
const FIRST_AND_LAST = 'first:@3xl:pl-(--edge,0.75rem) last:@3xl:pr-(--edge,0.5rem)'
/** Of a row that is a card: in another one, it is a part between lines. */
const IN_CARD = 'in-[.card]:@max-3xl:rounded-none in-[.card]:@max-3xl:border-x-0 in-[.card]:@max-3xl:border-b-0'

interface HeaderCellProps {
  column: Pick<Column<never>, 'header' | 'isHeaderHidden' | 'isNumber' | 'sortKey' | 'width'>
  sort: SortOrder | undefined
  onSort: ((key: string) => void) | undefined
  /** Beside the last header. */
  menu: ReactNode
}

/** The header of a column; a button if the list can be sorted by it. */
function HeaderCell({ column, sort, onSort, menu }: HeaderCellProps) {
  const { header, isHeaderHidden, isNumber, sortKey, width } = column
  const isSortable = sortKey !== undefined && onSort !== undefined
  const direction = isSortable && sort?.key === sortKey ? sort.direction : undefined
  const Icon = direction === 'asc' ? ArrowUp : direction === 'desc' ? ArrowDown : ChevronsUpDown
  return (
    <th
      scope="col"
      aria-sort={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : undefined}
      className={classes(
        'text-left font-semibold whitespace-nowrap text-muted @3xl:table-cell @3xl:h-10 @3xl:px-2',
        FIRST_AND_LAST,
        isNumber && '@3xl:text-right',
        width,
        !isSortable && 'sr-only @3xl:not-sr-only @3xl:whitespace-nowrap',
      )}
    >
      <div className={menu ? 'flex items-center justify-between gap-2' : undefined}>
        {isSortable ? (
          <button
            type="button"
            onClick={() => onSort(sortKey)}
            className={classes(
              'inline-flex min-h-11 items-center gap-1 rounded-md border border-control compact:min-h-9 bg-surface px-2 hover:bg-accent-quiet hover:text-ink',
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
        {menu && <div className="-my-1 ml-auto hidden @3xl:block">{menu}</div>}
      </div>
    </th>
  )
}

const CONTROLS = 'a[href], button, input'
/** What a press on a row is meant for, if not for the row. */
const PRESSED = `${CONTROLS}, label, select, [role="menu"], [role="dialog"]`

/** Focuses the control of a row in a place, or its first: some rows have fewer. */
function focusIn(row: Element | null | undefined, place: number): boolean {
  const controls = row?.querySelectorAll<HTMLElement>(CONTROLS)
  const control = controls?.[place] ?? controls?.[0]
  control?.focus()
  control?.scrollIntoView({ block: 'nearest' })
  return Boolean(control)
}

/** ↑ and ↓ move to the same control of the next row, Space chooses the row of a focused link; menus have their own. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const { target, key } = event
  if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const row = target.closest('tr')
  const isInMenu = target.getAttribute('aria-expanded') === 'true' || target.closest('[role="menu"], [role="dialog"]')
  const isText = target instanceof HTMLInputElement && target.type !== 'checkbox'
  if (!row || isInMenu || isText) return
  const box = target instanceof HTMLAnchorElement && row.querySelector<HTMLElement>('input[type="checkbox"]')
  if (key === ' ' && box) box.click()
  else if (key === 'ArrowDown' || key === 'ArrowUp') {
    const beside = key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling
    if (!focusIn(beside, [...row.querySelectorAll(CONTROLS)].indexOf(target))) return
  } else return
  event.preventDefault()
}

/** One column: its header, and how a cell renders. */
export interface Column<Row> {
  header: string
  /** The header is only for screen readers: the cells explain themselves, or are buttons. */
  isHeaderHidden?: boolean
  /** On a narrow screen, shown at the top of the card without its header. */
  isTitle?: boolean
  isNumber?: boolean
  /** Stays on one line, such as a date or buttons. */
  isUnbroken?: boolean
  /** Can be hidden by the person; `hidden`: is, until they show it. */
  isOptional?: true | 'hidden'
  /**
   * Where a cell stands on a narrow screen, if rows there are two lines without headers instead of cards: `cell` left
   * and right of each line in turn, `last` after those, `below` on a third line, `side` beside the first two.
   */
  narrow?: 'cell' | 'last' | 'below' | 'side' | 'hidden'
  /** Its class for a wide list. If a column has one, the others share what is left, and long values end in “…”. */
  width?: string
  /** The name that `onSort` gets for this column; without it the column is not sortable. */
  sortKey?: string
  cell: (row: Row) => ReactNode
}

/** The last column of a table: what can be done about a row. */
export const actsColumn = <Row,>(cell: (row: Row) => ReactNode): Column<Row> => ({
  header: 'Actions',
  isHeaderHidden: true,
  isUnbroken: true,
  narrow: 'side',
  cell: (row) => (
    <div className="flex gap-1.5 *:whitespace-nowrap @max-3xl:flex-wrap @3xl:-my-1 @3xl:justify-end compact:*:min-h-7 compact:*:px-2">
      {cell(row)}
    </div>
  ),
})

/** Which rows are chosen, by their keys, and how that changes. */
export interface RowChoice<Row> {
  chosen: ReadonlySet<string>
  /** Chooses a row or not; with Shift, all rows from the last one that was chosen like this. */
  onToggle: (row: Row, withShift: boolean) => void
  onToggleAll: () => void
  /** Names a row for its checkbox. */
  nameOf: (row: Row) => string
}

export interface DataTableProps<Row> {
  /** What the table lists. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Shading of a row. The row must also say its meaning in a word. */
  rowLook?: ((row: Row) => string | undefined) | undefined
  sort?: SortOrder | undefined
  onSort?: ((key: string) => void) | undefined
  /** Adds a checkbox to each row. */
  choice?: RowChoice<Row> | undefined
  /** What a press anywhere on a row does, as its link does. */
  onOpen?: ((row: Row) => void) | undefined
  /** Puts a head above the rows with the same key, which stand together. */
  group?: { keyOf: (row: Row) => string; head: (rows: readonly Row[]) => ReactNode } | undefined
}

/** Columns without those that the person hid, and the menu that hides and shows them. This browser remembers. */
function useShownColumns<Row>(label: string, columns: readonly Column<Row>[]) {
  const key = `columns.${label}`
  const [chosen, setChosen] = useState<Record<string, unknown>>(() => Object(readStored('local', key)))
  const isShown = ({ header, isOptional }: Column<Row>): boolean =>
    !isOptional || Boolean(chosen[header] ?? isOptional === true)
  const optional = columns.filter(({ isOptional }) => isOptional)
  const menu = optional.length > 0 && (
    <ActionMenu
      label={`Columns of ${label.toLowerCase()}`}
      icon={Columns3}
      actions={optional.map((column) => ({
        label: `${isShown(column) ? 'Hide' : 'Show'} ${column.header}`,
        icon: isShown(column) ? SquareCheck : Square,
        onChoose: () => {
          const next = { ...chosen, [column.header]: !isShown(column) }
          setChosen(next)
          writeStored('local', key, next)
        },
      }))}
    />
  )
  return { shown: columns.filter(isShown), menu }
}

/**
 * Rows below sortable headers, which stay in view. In a narrow place, each row becomes a card that names its values, and
 * the sortable headers become buttons above; it is the same table either way. The arrow keys, j and k move between rows; Space
 * chooses one, and with Shift a click chooses all up to it; Enter or a press on a row opens it.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, rowLook, sort, onSort, choice, onOpen, group } = props
  const { shown, menu } = useShownColumns(label, columns)
  const body = useRef<HTMLTableSectionElement>(null)
  const rowsWith = (row: Row) => rows.filter((one) => group?.keyOf(one) === group?.keyOf(row))
  usePageKeys((event) => {
    if ((event.key !== 'j' && event.key !== 'k') || !isSingleKey(event)) return false
    const all = [...(body.current?.rows ?? [])]
    const at = all.findIndex((row) => row.contains(document.activeElement))
    const next = all[at < 0 ? 0 : at + (event.key === 'j' ? 1 : -1)]
    // After the box that chooses it.
    return focusIn(next, choice ? 1 : 0)
  })
  const handlePress = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    // A dialog of a row is elsewhere on the page; selecting text is not pressing.
    if (!onOpen || !(target instanceof Element) || !currentTarget.contains(target)) return
    if (target.closest(PRESSED) || getSelection()?.isCollapsed === false) return
    const lines = [...currentTarget.children].filter((line) => line.querySelector('td'))
    const row = rows[lines.indexOf(target.closest('tr') as Element)]
    if (row) onOpen(row)
  }
  return (
    <div className="@container">
      <div className="-mx-(--edge,0px) @3xl:overflow-clip @3xl:rounded-md @3xl:border @3xl:border-line @3xl:bg-surface in-[.card]:@3xl:rounded-none in-[.card]:@3xl:border-x-0 in-[.card]:@3xl:border-b-0">
        <table
          className={classes(
            // All of its figures alike, so that a row has one kind of digits.
            'figures block w-full border-collapse text-sm @3xl:table',
            shown.some(({ width }) => width) && '@5xl:table-fixed @5xl:[&_td>div]:truncate',
          )}
        >
          <caption className="sr-only">{label}</caption>
          <thead className="block @3xl:sticky @3xl:top-(--table-top,0px) @3xl:z-10 @3xl:table-header-group @3xl:bg-surface">
            <tr className="relative flex gap-1.5 overflow-x-auto px-(--edge,0px) pb-2 *:shrink-0 @3xl:static @3xl:table-row @3xl:overflow-visible @3xl:shadow-[inset_0_-1px_0_var(--color-line)]">
              {choice && (
                <th scope="col" className="flex items-center gap-2 @3xl:table-cell @3xl:w-9 @3xl:pl-(--edge,0.75rem)">
                  <Checkbox
                    label={`Select all of ${label.toLowerCase()}`}
                    isChosen={rows.every((row) => choice.chosen.has(rowKey(row)))}
                    onChoose={choice.onToggleAll}
                  />
                  <span aria-hidden="true" className="font-normal text-muted @3xl:hidden">
                    Select all
                  </span>
                </th>
              )}
              {shown.map((column) => (
                <HeaderCell
                  key={column.header}
                  column={column}
                  sort={sort}
                  onSort={onSort}
                  menu={column === shown.at(-1) && menu}
                />
              ))}
            </tr>
          </thead>
          <tbody
            ref={body}
            className={classes(
              'grid gap-3 in-[.card]:gap-0 @3xl:table-row-group',
              onOpen && '*:cursor-pointer *:hover:shadow-[inset_3px_0_0_var(--color-accent)]',
            )}
            onKeyDown={moveBetweenRows}
            onClick={handlePress}
          >
            {rows.map((row) => (
              <Fragment key={rowKey(row)}>
                {group && row === rowsWith(row)[0] && (
                  <tr className="block @3xl:table-row">
                    <th
                      scope="colgroup"
                      colSpan={shown.length + (choice ? 1 : 0)}
                      className="block px-(--edge,0px) pt-2 text-left font-normal @3xl:table-cell @3xl:border-b @3xl:border-line @3xl:bg-paper @3xl:px-(--edge,0.75rem) @3xl:py-1.5"
                    >
                      {group.head(rowsWith(row))}
                    </th>
                  </tr>
                )}
                <BodyRow
                  row={row}
                  columns={shown}
                  look={rowLook?.(row)}
                  isChosen={choice?.chosen.has(rowKey(row)) ?? false}
                  choice={choice}
                />
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

interface BodyRowProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  look: string | undefined
  isChosen: boolean
  choice: RowChoice<Row> | undefined
}

/** A cell in a narrow place, by its column's `narrow`; without it, a line of a card. */
const NARROW = {
  cell: 'block',
  last: 'order-1 justify-self-end whitespace-nowrap @3xl:whitespace-normal',
  below: 'order-2 [grid-column:1/-1] @max-3xl:truncate',
  side: 'row-span-2 row-start-1 self-center [grid-column:-2/-1]',
  hidden: 'hidden',
  card: 'grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3',
  title: 'block',
} as const

function BodyRow<Row>({ row, columns, look, isChosen, choice }: BodyRowProps<Row>) {
  const onLines = columns.filter(({ narrow }) => narrow === 'cell')
  const isTwoLines = onLines.length > 0
  // What is on the left is never pushed out.
  const hasSide = columns.some(({ narrow }) => narrow === 'side')
  const tracks = `${choice ? 'auto ' : ''}minmax(min-content, 1fr) fit-content(60%)${hasSide ? ' auto' : ''}`
  return (
    <tr
      style={isTwoLines ? { gridTemplateColumns: tracks } : undefined}
      className={classes(
        'relative grid rounded-md border border-line @3xl:table-row @3xl:rounded-none @3xl:border-0 @3xl:border-b @3xl:p-0 @3xl:last:border-b-0',
        IN_CARD,
        isTwoLines ? 'items-center gap-x-2 gap-y-0.5 px-(--edge,0.75rem) py-2' : 'gap-1.5 px-(--edge,0.75rem) py-3',
        isChosen ? 'bg-accent-quiet' : (look ?? 'bg-surface @3xl:bg-transparent'),
      )}
    >
      {choice && (
        <td
          className={classes(
            'align-top @3xl:static @3xl:w-9 @3xl:pl-(--edge,0.75rem) @3xl:align-middle',
            isTwoLines ? 'row-span-2 pr-1 self-center' : 'absolute top-1 right-1',
          )}
        >
          <Checkbox
            label={`Select ${choice.nameOf(row)}`}
            isChosen={isChosen}
            onChoose={(withShift) => choice.onToggle(row, withShift)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.header}
          className={classes(
            'min-w-0 wrap-anywhere @3xl:table-cell @3xl:px-2 @3xl:py-2 @3xl:align-middle',
            FIRST_AND_LAST,
            NARROW[(isTwoLines && column.narrow) || (column.isTitle || column.isHeaderHidden ? 'title' : 'card')],
            column.isTitle && choice && !isTwoLines && 'pr-10',
            onLines.indexOf(column) % 2 === 1 && 'justify-self-end',
            column.isNumber && 'whitespace-nowrap @3xl:text-right',
            column.isUnbroken && '@3xl:whitespace-nowrap',
          )}
        >
          {!column.isTitle && !column.isHeaderHidden && !column.narrow && (
            <span aria-hidden="true" className="text-muted @3xl:hidden">
              {column.header}
            </span>
          )}
          {/* A name ends in “…” beside its amount. */}
          <div className={onLines[0] === column ? '@max-3xl:w-0 @max-3xl:min-w-full @max-3xl:truncate' : 'min-w-0'}>
            {column.cell(row)}
          </div>
        </td>
      ))}
    </tr>
  )
}

type CheckboxProps = { label: string; isChosen: boolean; onChoose: (withShift: boolean) => void }

const Checkbox = ({ label, isChosen, onChoose }: CheckboxProps) => (
  <label className="-m-3.5 grid size-11 cursor-pointer place-items-center compact:-m-2 compact:size-8">
    <input
      type="checkbox"
      aria-label={label}
      checked={isChosen}
      // React wants a handler of the change; the click has the Shift key.
      onChange={() => undefined}
      onClick={(event) => onChoose(event.shiftKey)}
      className="size-4 cursor-pointer accent-accent"
    />
  </label>
)
