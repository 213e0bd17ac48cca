import { type KeyboardEvent, useRef, useState } from 'react'
import { SIZES, TIERS } from '#contract/catalogue/catalogue.ts'

/** A cell of the matrix: a tier's row and a size's column, both from 0. */
export interface CellPosition {
  row: number
  column: number
}

interface MatrixKeys {
  /** Delete, Backspace or -: one unit less. */
  onGiveBack: (position: CellPosition) => void
  /** A digit: so many units. */
  onSet: (position: CellPosition, units: number) => void
  /** Page Down and Page Up: 1 and -1. */
  onTurn: (steps: number) => void
}

const MOVES: Readonly<Record<string, (from: CellPosition) => CellPosition>> = {
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }) => ({ row, column: SIZES.length - 1 }),
}

/** The keys of the matrix: one of its buttons is reached with Tab, the others from it with arrows. */
export function useMatrixKeys({ onGiveBack, onSet, onTurn }: MatrixKeys) {
  const table = useRef<HTMLTableElement>(null)
  const [current, setCurrent] = useState<CellPosition>({ row: 0, column: 0 })

  const focus = (position: CellPosition) => {
    setCurrent(position)
    table.current?.tBodies[0]?.rows[position.row]?.cells[position.column + 1]?.querySelector('button')?.focus()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { key } = event
    const target = MOVES[key]?.(current)
    if (target) focus(inside(target))
    else if (key === 'PageDown' || key === 'PageUp') onTurn(key === 'PageDown' ? 1 : -1)
    else if (key === 'Enter' || key === ' ') {
      // They press the button; a key that is held down must not fill the cart.
      if (!event.repeat) return
    } else if (key === 'Delete' || key === 'Backspace' || key === '-') onGiveBack(current)
    else if (/^\d$/.test(key)) onSet(current, Number(key))
    else return
    event.preventDefault()
  }
  return { table, current, setCurrent, focus, handleKeyDown }
}

const clamp = (value: number, length: number): number => Math.max(0, Math.min(value, length - 1))
const inside = ({ row, column }: CellPosition): CellPosition => ({
  row: clamp(row, TIERS.length),
  column: clamp(column, SIZES.length),
})
