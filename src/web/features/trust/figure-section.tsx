import { type ReactNode, useId, useState } from 'react'
import type { FigurePart } from '#contract/trust/figures.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { monthInWords, monthsOf } from './figure-words.ts'

/** Rows shown at first. On a phone, each is a card. */
const ROWS_AT_FIRST = 8

interface FigureSectionProps<Row extends { month: string }> {
  title: string
  intro: ReactNode
  day: string
  part: FigurePart
  /** Latest month first. */
  rows: readonly Row[]
  rowKey: (row: Row) => string
  columns: readonly Column<Row>[]
  /** Shows the rows of all months, with their month in a column. */
  hasAllMonths?: boolean
  /** Shown instead of the table. */
  empty: string
  /** What the figures don't show. */
  limits: ReactNode
}

/** One part of the figures: what it shows, its table by month, where its data comes from, and what it doesn't show. */
export function FigureSection<Row extends { month: string }>({
  title,
  intro,
  day,
  part,
  rows,
  rowKey,
  columns,
  hasAllMonths = false,
  empty,
  limits,
}: FigureSectionProps<Row>) {
  const titleId = useId()
  const months = monthsOf(rows)
  const [chosen, setChosen] = useState<string | undefined>()
  const [isWhole, setIsWhole] = useState(false)
  const month = chosen !== undefined && months.includes(chosen) ? chosen : months[0]
  const shown = hasAllMonths ? rows : rows.filter((row) => row.month === month)
  const visible = isWhole ? shown : shown.slice(0, ROWS_AT_FIRST)
  return (
    <section aria-labelledby={titleId} className="mt-12 border-t border-line pt-8">
      <h2 id={titleId} className="display text-2xl">
        {title}
      </h2>
      <div className="mt-2 max-w-[68ch] text-muted">{intro}</div>
      {month === undefined ? (
        <p className="mt-5 font-semibold">{empty}</p>
      ) : (
        <>
          {!hasAllMonths && (
            <SelectField
              label="Month"
              isInline
              className="mt-5 max-w-xs"
              options={months.map(monthInWords)}
              value={monthInWords(month)}
              onChange={({ target }) => setChosen(months.find((one) => monthInWords(one) === target.value))}
            />
          )}
          <div className="mt-4">
            <DataTable
              label={hasAllMonths ? title : `${title}, ${monthInWords(month)}`}
              columns={columns}
              rows={visible}
              rowKey={rowKey}
            />
          </div>
          {visible.length < shown.length && (
            <Button className="mt-3" onClick={() => setIsWhole(true)}>
              Show all {shown.length} rows
            </Button>
          )}
          <p className="mt-3 text-sm">
            <a href={`/api/trust/${day}/${part}/csv`} download className="text-accent underline underline-offset-2">
              {`${title}: all rows as CSV`}
            </a>
          </p>
        </>
      )}
      <p className="mt-3 max-w-[68ch] text-sm text-muted">
        <strong className="text-ink">What this does not say.</strong> {limits}
      </p>
    </section>
  )
}
