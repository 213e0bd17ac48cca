import { useRef, useState } from 'react'
import type { RowChoice } from './data-table.tsx'

const NONE: ReadonlySet<string> = new Set()

/**
 * Lets rows of a list be chosen.
 *
 * @returns the chosen rows among those shown, so one that a new filter hides is not acted on
 */
export function useRowChoice<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
): { chosenRows: Row[]; choice: Omit<RowChoice<Row>, 'nameOf'>; clear: () => void } {
  const [chosen, setChosen] = useState(NONE)
  const last = useRef<string | null>(null)
  const chosenRows = rows.filter((row) => chosen.has(rowKey(row)))
  const clear = () => setChosen(NONE)
  return {
    chosenRows,
    clear,
    choice: {
      chosen,
      onToggle: (row, withShift) => {
        const key = rowKey(row)
        const keys = withShift ? keysBetween(rows.map(rowKey), last.current, key) : [key]
        last.current = key
        setChosen(
          chosen.has(key) ? new Set([...chosen].filter((one) => !keys.includes(one))) : new Set([...chosen, ...keys]),
        )
      },
      onToggleAll: () => (chosenRows.length === rows.length ? clear() : setChosen(new Set(rows.map(rowKey)))),
    },
  }
}

/** The keys from one to another, whichever comes first; only the second if the first is not shown. */
function keysBetween(keys: readonly string[], one: string | null, other: string): string[] {
  const [start, end] = [one === null ? -1 : keys.indexOf(one), keys.indexOf(other)]
  return start < 0 ? [other] : keys.slice(Math.min(start, end), Math.max(start, end) + 1)
}
