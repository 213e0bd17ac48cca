import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { SALES_DIMENSIONS, SALES_PARTS_MAX, type SalesDimension, type SalesFigures } from '#contract/sales/analytics.ts'
import { formatCount } from '#web/lib/format.ts'
import { formatDays } from '#web/lib/format-day.ts'
import { FIGURE_COLUMNS } from '#web/lib/sales-trends.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable, type DataTableProps } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { partsFile } from './analytics-csv.ts'
import type { AnsweredOverview } from './analytics-data.ts'
import { DownloadButton } from './overview-toolbar.tsx'
import { DIMENSION_NAMES, formatShare } from './overview-words.ts'

const SHOWN_FIRST = 10

interface TopRowsProps<Row> extends Pick<DataTableProps<Row>, 'label' | 'columns' | 'rows' | 'rowKey'> {
  noun: string
}

/** The most important rows, and all of them on request; on a phone each row is a card. */
export function TopRows<Row>({ label, noun, columns, rows, rowKey }: TopRowsProps<Row>) {
  const [isWhole, setIsWhole] = useState(false)
  return (
    <>
      <DataTable label={label} columns={columns} rows={isWhole ? rows : rows.slice(0, SHOWN_FIRST)} rowKey={rowKey} />
      {rows.length > SHOWN_FIRST && (
        <Button onClick={() => setIsWhole(!isWhole)} aria-expanded={isWhole} className="mt-3">
          {isWhole ? `Show the first ${SHOWN_FIRST} only` : `Show all ${formatCount(rows.length)} ${noun}`}
        </Button>
      )}
    </>
  )
}

const NOUNS: Readonly<Record<SalesDimension, string>> = {
  lead_type: 'lead types',
  tier: 'tiers',
  state: 'states',
  county: 'counties',
  rep: 'reps',
  channel: 'channels',
  package: 'packages',
}

interface PartsPanelProps {
  overview: AnsweredOverview
  dimension: SalesDimension
  onChange: (dimension: SalesDimension) => void
}

export function PartsPanel({ overview, dimension, onChange }: PartsPanelProps) {
  const { asked, total, parts } = overview
  const columns = useMemo(
    (): readonly Column<SalesFigures & { value: string; label: string }>[] => [
      {
        header: DIMENSION_NAMES[asked.dimension],
        isTitle: true,
        cell: (row) => (
          <Link
            to={paths.adminSection}
            params={{ section: 'orders' }}
            search={{ dimension: asked.dimension, value: row.value, label: row.label, from: asked.from, to: asked.to }}
            className="font-semibold text-accent hover:underline"
          >
            {row.label}
          </Link>
        ),
      },
      { header: 'Share', cell: (row) => <Share part={row.revenue} whole={total.revenue} /> },
      ...FIGURE_COLUMNS,
    ],
    [asked.dimension, asked.from, asked.to, total.revenue],
  )
  const noun = NOUNS[asked.dimension]
  // An order has one rep and came in one way.
  const isWhole = asked.dimension === 'rep' || asked.dimension === 'channel'
  const split = isWhole ? '' : ` An order with packages of several ${noun} counts for each of them.`
  return (
    <Panel
      title="Where the Revenue Came From"
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
          {parts.length > 0 && <DownloadButton of={`sales by ${noun}`} makeFile={() => partsFile(overview)} />}
        </div>
      }
    >
      {parts.length === 0 ? (
        <EmptyState title="Nothing sold in this period">Choose a longer or an earlier period above.</EmptyState>
      ) : (
        <TopRows
          key={asked.dimension}
          label={`Sales by ${DIMENSION_NAMES[asked.dimension].toLowerCase()}`}
          noun={noun}
          columns={columns}
          rows={parts}
          rowKey={(row) => row.value}
        />
      )}
      {parts.length >= SALES_PARTS_MAX && (
        <p className="mt-3 text-xs text-muted">Only the {SALES_PARTS_MAX} with the highest revenue are listed.</p>
      )}
    </Panel>
  )
}

function Share({ part, whole }: { part: number; whole: number }) {
  const share = formatShare(part, whole)
  if (share === null) return <span className="text-muted">—</span>
  const percent = Math.min(100, Math.max(0, (part / whole) * 100))
  return (
    <span className="figures flex items-center gap-2 @3xl:min-w-44">
      <span className="w-12 shrink-0 text-right">{share}</span>
      <span aria-hidden="true" className="h-2 max-w-32 min-w-0 grow rounded-full bg-line/60">
        <span className="block h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
      </span>
    </span>
  )
}
