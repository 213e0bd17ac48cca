import { useState } from 'react'

/** An action on chosen rows, while its dialog is open. */
export interface BulkAsked<Kind extends string, Row> {
  kind: Kind
  rows: readonly Row[]
  /** Closes the dialog; the rows that are left stay chosen. Without them, the choice stays as it was. */
  onClose: (left?: readonly Row[]) => void
}

/**
 * Which action on chosen rows is open. It is kept outside the list's toolbar, which disappears with the last chosen row:
 * what is done to rows may take them out of the list.
 */
export function useBulk<Kind extends string, Row>() {
  const [asked, setAsked] = useState<BulkAsked<Kind, Row> | null>(null)
  const ask = (kind: Kind, rows: readonly Row[], onDone: (left: readonly Row[]) => void) =>
    setAsked({
      kind,
      rows,
      onClose: (left) => {
        setAsked(null)
        if (left) onDone(left)
      },
    })
  return { asked, ask }
}
