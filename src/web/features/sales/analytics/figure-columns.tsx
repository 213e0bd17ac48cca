import type { SalesFigures } from '#contract/sales/analytics.ts'
import { formatCount, formatDollars } from '#web/lib/format.ts'
import type { Column } from '#web/ui/data-table.tsx'

/** The figures of one row, after its name. */
export const FIGURE_COLUMNS: readonly Column<SalesFigures>[] = [
  { key: 'revenue', header: 'Revenue', isNumber: true, cell: (row) => formatDollars(row.revenue) },
  { key: 'refunded', header: 'Refunded', isNumber: true, cell: (row) => formatDollars(row.refunded) },
  { key: 'orders', header: 'Orders', isNumber: true, cell: (row) => formatCount(row.orders) },
  { key: 'packages', header: 'Packages', isNumber: true, cell: (row) => formatCount(row.packages) },
  { key: 'leads', header: 'Leads', isNumber: true, cell: (row) => formatCount(row.leads) },
]
