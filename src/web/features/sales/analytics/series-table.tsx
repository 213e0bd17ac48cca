import { useMemo } from 'react'
import type { Day } from '#contract/days.ts'
import type { SalesFigures } from '#contract/sales/analytics.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import type { AnsweredOverview } from './analytics-data.ts'
import { FIGURE_COLUMNS } from './figure-columns.tsx'
import { SPAN_NAMES, spanLabel } from './overview-words.ts'

type SpanFigures = SalesFigures & { start: Day }

/** What the charts show, and more, in chronological order. */
export function SeriesTable({ overview: { asked, series } }: { overview: AnsweredOverview }) {
  const columns = useMemo(
    (): readonly Column<SpanFigures>[] => [
      {
        key: 'start',
        header: SPAN_NAMES[asked.by],
        isTitle: true,
        isUnbroken: true,
        cell: (row) => <strong>{spanLabel(row.start, asked.by)}</strong>,
      },
      ...FIGURE_COLUMNS,
    ],
    [asked.by],
  )
  return (
    <DataTable
      label={`Sales by ${SPAN_NAMES[asked.by].toLowerCase()}`}
      columns={columns}
      rows={series}
      rowKey={(row) => row.start}
    />
  )
}
