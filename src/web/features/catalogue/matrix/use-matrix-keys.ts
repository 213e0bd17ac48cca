import { type KeyboardEvent, useRef, useState } from 'react'
import { type CellPosition, matrixAct } from './matrix-keys.ts'

interface MatrixKeys {
  /** Delete, Backspace or -: one unit less. */
  onGiveBack: (position: CellPosition) => void
  /** A digit: that many units. */
  onSet: (position: CellPosition, units: number) => void
  /** Page Down and Page Up: 1 and -1. */
  onTurn: (steps: number) => void
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
    const act = matrixAct(event, current)
    if (!act) return
    if (act.kind === 'focus') focus(act.position)
    else if (act.kind === 'turn') onTurn(act.steps)
    else if (act.kind === 'set') onSet(current, act.units)
    else if (act.kind === 'give back') onGiveBack(current)
    event.preventDefault()
  }
  return { table, current, setCurrent, focus, handleKeyDown }
}
