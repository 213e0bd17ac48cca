import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import * as catalogue from '#contract/catalogue/catalogue.ts'
import { type Market, packagesQuery } from '#web/features/catalogue/catalogue-data.ts'
import { changeMarks, shownDeals } from '#web/features/catalogue/county-on-screen.ts'
import { formatCount, formatPerLead, formatPrice } from '#web/lib/format.ts'
import { classes } from '#web/ui/classes.ts'
import { ListTrouble } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'

type CellPosition = { row: number; column: number }

/** What a key does in the matrix. `swallow`: nothing, and no one else may handle it either. */
type MatrixAct =
  | { kind: 'focus'; position: CellPosition }
  | { kind: 'turn'; steps: number }
  | { kind: 'set'; units: number }
  | { kind: 'give back' | 'swallow' }

const MOVES: Readonly<Record<string, (from: CellPosition) => CellPosition>> = {
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }) => ({ row, column: catalogue.SIZES.length - 1 }),
}

type Press = { key: string; repeat: boolean; ctrlKey: boolean; metaKey: boolean; altKey: boolean }

/** Reads a key pressed in a cell; null if it is not one of the matrix's. */
export function matrixAct({ key, repeat, ctrlKey, metaKey, altKey }: Press, from: CellPosition): MatrixAct | null {
  if (ctrlKey || metaKey || altKey) return null
  const target = MOVES[key]?.(from)
  if (target) return { kind: 'focus', position: inside(target) }
  if (key === 'PageDown' || key === 'PageUp') return { kind: 'turn', steps: key === 'PageDown' ? 1 : -1 }
  // These press the button. A key that is held down must not fill the cart.
  if (key === 'Enter' || key === ' ') return repeat ? { kind: 'swallow' } : null
  if (key === 'Delete' || key === 'Backspace' || key === '-') return { kind: 'give back' }
  return /^\d$/.test(key) ? { kind: 'set', units: Number(key) } : null
}

const NONE = 'No packages available for the selected criteria'
const clamp = (value: number, length: number): number => Math.max(0, Math.min(value, length - 1))
const inside = ({ row, column }: CellPosition): CellPosition => ({
  row: clamp(row, catalogue.TIERS.length),
  column: clamp(column, catalogue.SIZES.length),
})

export interface PackageMatrixProps {
  market: Market
  leadType: catalogue.LeadType
  onLeadType: (leadType: catalogue.LeadType) => void
  unitsOf: (one: catalogue.Package) => number
  onUnits: (one: catalogue.Package, units: number) => void
  renderHeld: (one: catalogue.Package) => ReactNode
  /** Below the cells, about the one that has or had the focus. */
  renderDetail: (one: catalogue.Package) => ReactNode
  /** Whether the first cell in stock shall take the focus. */
  isFocusWanted: boolean
  onFocused: () => void
}

/** A county's packages of one lead type: a row for each tier, a column for each size. A click or Enter adds a unit. */
export function PackageMatrix(props: PackageMatrixProps) {
  const { market, leadType, onLeadType, unitsOf, onUnits, renderHeld, renderDetail, isFocusWanted, onFocused } = props
  const found = useQuery(packagesQuery(market))
  const { data, error, isPending } = found
  const marks = changeMarks.use()
  const packageAt = ({ row, column }: CellPosition) =>
    data?.find(
      (one) => one.leadType === leadType && one.tier === catalogue.TIERS[row] && one.size === catalogue.SIZES[column],
    )
  const change = (position: CellPosition, unitsAfter: (units: number) => number) => {
    const one = packageAt(position)
    if (one) onUnits(one, Math.max(0, unitsAfter(unitsOf(one))))
  }
  const table = useRef<HTMLTableElement>(null)
  const [current, setCurrent] = useState<CellPosition>({ row: 0, column: 0 })
  const focus = (position: CellPosition) => {
    setCurrent(position)
    table.current?.tBodies[0]?.rows[position.row]?.cells[position.column + 1]?.querySelector('button')?.focus()
  }
  // One of the buttons is reached with Tab, the others from it with arrows.
  const lastKey = useRef('')
  const handleKeyDown = (event: KeyboardEvent) => {
    // `g` and a digit go to a tab.
    const act = lastKey.current === 'g' ? null : matrixAct(event, current)
    lastKey.current = event.key
    if (!act) return
    if (act.kind === 'focus') focus(act.position)
    else if (act.kind === 'set') change(current, () => act.units)
    else if (act.kind === 'give back') change(current, (units) => units - 1)
    else if (act.kind === 'turn') {
      const next =
        catalogue.LEAD_TYPES[
          (catalogue.LEAD_TYPES.indexOf(leadType) + act.steps + catalogue.LEAD_TYPES.length) %
            catalogue.LEAD_TYPES.length
        ]
      if (next) onLeadType(next)
    }
    event.preventDefault()
  }
  const deals = shownDeals.use()
  /** The extra leads that offers add to every package of a column. */
  const extraAt = (column: number) => {
    const ids = catalogue.TIERS.map((_tier, row) => packageAt({ row, column })?.id)
    return Math.min(...ids.map((id) => (id && deals.get(id)?.extraLeads) || 0))
  }
  const isReady = data !== undefined && data.length > 0
  useEffect(() => {
    if (!isFocusWanted || !isReady) return
    const cells = catalogue.TIERS.flatMap((_tier, row) => catalogue.SIZES.map((_size, column) => ({ row, column })))
    focus(cells.find((position) => (packageAt(position)?.available ?? 0) > 0) ?? current)
    onFocused()
  })

  if (isPending) return <Loading words="Loading packages" height="h-72" />
  const isNone = error?.status === 404
  if (!isReady) return <ListTrouble list={found} title={isNone ? NONE : 'The packages could not be loaded'} />
  const shown = packageAt(current)
  return (
    <>
      <table
        ref={table}
        aria-label={`${catalogue.LEAD_TYPE_NAMES[leadType]} in ${market.county}, ${market.state}`}
        onKeyDown={handleKeyDown}
        className="figures -mx-3 w-[calc(100%+1.5rem)] table-fixed border-separate border-spacing-1 text-sm sm:-mx-1 sm:w-[calc(100%+0.5rem)]"
      >
        <thead>
          <tr>
            <td className="w-17 text-xs text-muted sm:w-20">Leads</td>
            {catalogue.SIZES.map((size, column) => (
              <th key={size} scope="col" className="font-semibold">
                {size}
                {extraAt(column) > 0 && <span className="text-accent"> +{extraAt(column)}</span>}
                <span className="sr-only"> leads</span>
                <span className="block text-xs font-normal text-muted max-sm:sr-only lg:max-xl:sr-only">
                  {catalogue.SIZE_NAMES[size].replace(' Package', '')}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {catalogue.TIERS.map((tier, row) => (
            <tr key={tier}>
              <th scope="row" className="text-left font-semibold whitespace-nowrap max-sm:text-xs">
                {catalogue.TIER_FACTS[tier].name}
                <span className="block text-xs font-normal text-muted">{catalogue.TIER_FACTS[tier].age}</span>
              </th>
              {catalogue.SIZES.map((size, column) => {
                const one = packageAt({ row, column })
                return (
                  <td key={size}>
                    {one && (
                      <MatrixCell
                        package={one}
                        units={unitsOf(one)}
                        isReached={current.row === row && current.column === column}
                        hasChanged={marks.has(one.id)}
                        onAdd={() => change({ row, column }, (units) => units + 1)}
                        onFocus={() => setCurrent({ row, column })}
                      >
                        {renderHeld(one)}
                      </MatrixCell>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {shown && renderDetail(shown)}
    </>
  )
}

interface MatrixCellProps {
  package: catalogue.Package
  units: number
  isReached: boolean
  hasChanged: boolean
  onAdd: () => void
  onFocus: () => void
  children: ReactNode
}

function MatrixCell({ package: one, units, isReached, hasChanged, onAdd, onFocus, children }: MatrixCellProps) {
  const deal = shownDeals.use().get(one.id)
  const price = deal?.price ?? one.price
  const isOut = one.available <= 0
  return (
    <button
      type="button"
      // Live stock uses the id to find out whether the cell is in view.
      id={one.id}
      tabIndex={isReached ? 0 : -1}
      onClick={onAdd}
      onFocus={onFocus}
      className={classes(
        'grid min-h-15 w-full cursor-pointer content-center rounded-md border px-0.5 text-center transition-colors duration-150 select-none',
        units > 0
          ? 'border-accent bg-accent-quiet'
          : isOut
            ? 'border-line bg-sunken text-muted'
            : 'border-line bg-surface hover:border-accent',
        hasChanged && 'bg-attention-quiet',
      )}
    >
      <span className="sr-only">
        {catalogue.packageName(one)}, {one.size} leads,
      </span>
      <span className={classes('leading-5 font-semibold', deal?.was && 'text-accent')}>{formatPrice(price)}</span>
      <span
        className={classes(
          'text-xs leading-4',
          isOut ? 'text-danger' : one.available <= catalogue.LOW_STOCK_MAX ? 'text-attention' : 'text-muted',
        )}
      >
        {stockWord(one.available)}
      </span>
      {units > 0 ? (
        <>
          <span className="sr-only">{units} in the cart</span>
          <span aria-hidden="true" className="text-xs leading-4 font-semibold">
            {children}
          </span>
        </>
      ) : (
        <span className="text-xs leading-4 text-muted max-sm:hidden">{formatPerLead(price, one.size)}/lead</span>
      )}
    </button>
  )
}

/** Short, because a cell has a seventh of a phone's width. */
function stockWord(available: number): string {
  if (available <= 0) return 'sold out'
  return available > catalogue.COUNTED_MAX ? 'unlimited' : `${formatCount(available)} left`
}
