import { SIZES, TIERS } from '#contract/catalogue/catalogue.ts'

/** A cell of the matrix: a tier's row and a size's column, both from 0. */
export interface CellPosition {
  row: number
  column: number
}

/** What a key does in the matrix. `swallow`: nothing, and no one else may handle it either. */
export type MatrixAct =
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
  End: ({ row }) => ({ row, column: SIZES.length - 1 }),
}

interface Press {
  key: string
  /** It is held down. */
  repeat: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

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

const clamp = (value: number, length: number): number => Math.max(0, Math.min(value, length - 1))
const inside = ({ row, column }: CellPosition): CellPosition => ({
  row: clamp(row, TIERS.length),
  column: clamp(column, SIZES.length),
})
