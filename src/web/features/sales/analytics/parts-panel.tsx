import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import {
  DIMENSION_NAMES,
  SALES_DIMENSIONS,
  SALES_PARTS_MAX,
  type SalesDimension,
  type SalesFigures,
} from '#contract/sales/analytics.ts'
import { formatCount } from '#web/lib/format.ts'
import { formatDays } from '#web/lib/format-day.ts'
import { FIGURE_COLUMNS } from '#web/lib/sales-trends.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { EmptyState, Panel } from '#web/ui/panel.tsx'
import { partsFile } from './analytics-csv.ts'
import type { AnsweredOverview } from './analytics-data.ts'
import { DownloadButton } from './overview-toolbar.tsx'
import { formatShare } from './overview-words.ts'

const SHOWN_FIRST = 10

interface PartsPanelProps {
  overview: AnsweredOverview
  dimension: SalesDimension
  onChange: (dimension: SalesDimension) => void
}

export function PartsPanel({ overview, dimension, onChange }: PartsPanelProps) {
  const { asked, total, parts } = overview
  const [isWhole, setIsWhole] = useState(false)
  const [whole, most] = [total.revenue, Math.max(...parts.map(({ revenue }) => revenue))]
  const columns = useMemo(
    (): readonly Column<SalesFigures & { value: string; label: string }>[] => [
      {
        header: DIMENSION_NAMES[asked.dimension],
        isTitle: true,
        narrow: 'cell',
        cell: (row) => (
          <Link
            to={paths.adminSection}
            params={{ section: 'orders' }}
            search={{ dimension: asked.dimension, value: row.value, label: row.label, from: asked.from, to: asked.to }}
            // The end of a package’s name tells it from others.
            className="font-semibold whitespace-normal text-accent hover:underline @max-3xl:block"
          >
            {row.label}
          </Link>
        ),
      },
      { header: 'Share', narrow: 'hidden', cell: ({ revenue }) => <Share {...{ revenue, whole, most }} /> },
      ...FIGURE_COLUMNS.map((column, at) => ({
        ...column,
        narrow: at === 0 ? ('cell' as const) : ('hidden' as const),
      })),
    ],
    [asked.dimension, asked.from, asked.to, whole, most],
  )
  const by = DIMENSION_NAMES[asked.dimension].toLowerCase()
  // An order has one rep and came in one way; of packages it goes without saying.
  const isOnce = ['rep', 'channel', 'package'].includes(asked.dimension)
  const split = isOnce ? '' : ` An order with more than one ${by} counts for each.`
  return (
    <Panel
      title="Package Performance"
      intro={`${formatDays(asked.from, asked.to)}, highest revenue first.${split}`}
      actions={
        <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
          <SelectField
            label="By"
            isInline
            options={SALES_DIMENSIONS}
            nameOf={(one) => DIMENSION_NAMES[one]}
            value={dimension}
            onChange={onChange}
          />
          {parts.length > 0 && <DownloadButton of={`sales by ${by}`} makeFile={() => partsFile(overview)} />}
        </div>
      }
    >
      {parts.length === 0 ? (
        <EmptyState title="Nothing sold in this period">Choose a longer or an earlier period above.</EmptyState>
      ) : (
        <DataTable
          label={`Sales by ${by}`}
          columns={columns}
          rows={isWhole ? parts : parts.slice(0, SHOWN_FIRST)}
          rowKey={(row) => row.value}
        />
      )}
      {parts.length > SHOWN_FIRST && (
        <Button onClick={() => setIsWhole(!isWhole)} aria-expanded={isWhole} className="mt-3">
          {isWhole ? `Show the first ${SHOWN_FIRST} only` : `Show all ${formatCount(parts.length)}`}
        </Button>
      )}
      {parts.length >= SALES_PARTS_MAX && (
        <p className="mt-3 text-xs text-muted">Only the {SALES_PARTS_MAX} with the highest revenue are listed.</p>
      )}
    </Panel>
  )
}

/** A share, with a bar; the largest one's is the longest. */
function Share({ revenue, whole, most }: { revenue: number; whole: number; most: number }) {
  const share = formatShare(revenue, whole)
  if (share === null) return <span className="text-muted">—</span>
  const percent = Math.max(0, (revenue / most) * 100)
  return (
    <span className="figures flex items-center gap-2 @3xl:min-w-44">
      <span className="w-12 shrink-0 text-right">{share}</span>
      <span aria-hidden="true" className="h-2 max-w-32 min-w-0 grow">
        <span className="block h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
      </span>
    </span>
  )
}
