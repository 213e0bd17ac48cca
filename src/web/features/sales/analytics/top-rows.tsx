import { type ReactNode, useState } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'

const SHOWN_FIRST = 10

interface TopRowsProps<Row> {
  label: string
  /** What the rows are, as in "Show all 51 states". */
  noun: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Other actions for the rows. */
  actions: ReactNode
}

/** The most important rows, and all of them on request; on a phone each row is a card. */
export function TopRows<Row>({ label, noun, columns, rows, rowKey, actions }: TopRowsProps<Row>) {
  const [isWhole, setIsWhole] = useState(false)
  return (
    <>
      <DataTable label={label} columns={columns} rows={isWhole ? rows : rows.slice(0, SHOWN_FIRST)} rowKey={rowKey} />
      <div className="mt-3 flex flex-wrap gap-2">
        {rows.length > SHOWN_FIRST && (
          <Button onClick={() => setIsWhole(!isWhole)} aria-expanded={isWhole}>
            {isWhole ? `Show the first ${SHOWN_FIRST} only` : `Show all ${formatCount(rows.length)} ${noun}`}
          </Button>
        )}
        {actions}
      </div>
    </>
  )
}
