import { type CsvCell, writeCsv } from '#contract/csv.ts'
import { DIMENSION_NAMES, type SalesFigures } from '#contract/sales/analytics.ts'
import type { AnsweredOverview } from './analytics-data.ts'
import { SPAN_NAMES } from './overview-words.ts'

export type CsvFile = { name: string; text: string }

const FIGURES = ['Revenue', 'Refunded', 'Orders', 'Packages', 'Leads']
const cellsOf = ({ revenue, refunded, orders, packages, leads }: SalesFigures): CsvCell[] => [
  revenue.toFixed(2),
  refunded.toFixed(2),
  orders,
  packages,
  leads,
]

/** The figures over time; a span is named by its first day, as spreadsheets know days. */
export function seriesFile({ asked: { from, to, by }, series }: AnsweredOverview): CsvFile {
  const first = by === 'day' ? SPAN_NAMES.day : `${SPAN_NAMES[by]} from`
  const rows = series.map((span) => [span.start, ...cellsOf(span)])
  return { name: `sales-by-${by}_${from}_${to}.csv`, text: writeCsv([[first, ...FIGURES], ...rows]) }
}

/** The figures by lead type, tier and so on. */
export function partsFile({ asked: { from, to, dimension }, parts }: AnsweredOverview): CsvFile {
  const rows = parts.map((part) => [part.label, ...cellsOf(part)])
  return {
    name: `sales-by-${dimension.replace('_', '-')}_${from}_${to}.csv`,
    text: writeCsv([[DIMENSION_NAMES[dimension], ...FIGURES], ...rows]),
  }
}
