import { useState } from 'react'
import type { RowChoice } from './data-table.tsx'
import { NOTHING_CHOSEN, toggle, toggleAll } from './row-choice.ts'

/**
 * Lets rows of a list be chosen.
 *
 * @returns the chosen rows among those shown, so one that a new filter hides is not acted on; `keepOnly` unchooses all
 *   but some rows
 */
export function useRowChoice<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
): { chosenRows: Row[]; choice: Omit<RowChoice<Row>, 'nameOf'>; keepOnly: (kept: readonly Row[]) => void } {
  const [choice, setChoice] = useState(NOTHING_CHOSEN)
  const { chosen } = choice
  const keys = rows.map(rowKey)
  return {
    chosenRows: rows.filter((row) => chosen.has(rowKey(row))),
    keepOnly: (kept) => setChoice({ chosen: new Set(kept.map(rowKey)), last: null }),
    choice: {
      chosen,
      onToggle: (row, withShift) => setChoice(toggle(choice, keys, rowKey(row), withShift)),
      onToggleAll: () => setChoice(toggleAll(choice, keys)),
    },
  }
}
