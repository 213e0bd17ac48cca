import { priceName } from '#contract/admin/pricing.ts'
import type { LowStockRow, listLowStock } from '#contract/admin/stock-lists.ts'
import { usePages } from '#web/lib/use-pages.ts'
import { Choice } from '#web/ui/choice.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { FromLeadsMark, restockColumn } from './from-leads.tsx'
import { StockBadge } from './stock-badge.tsx'
import { LOW_PATH } from './stock-data.ts'

export const LEFT_CHOICES = [
  { value: 'some', label: '1 to 10 left' },
  { value: 'none', label: 'Sold out' },
  { value: 'both', label: 'Both' },
] as const
type Left = (typeof LEFT_CHOICES)[number]['value']

interface LowStockListProps {
  /** Empty: the whole store. */
  state: string
  left: Left
  onLeft: (left: Left) => void
  onChoose: (row: LowStockRow) => void
}

/** What runs low in the whole store, or in the selected state. */
export function LowStockList({ state, left, onLeft, onChoose }: LowStockListProps) {
  const list = usePages<typeof listLowStock>(LOW_PATH, { state, left: left === 'both' ? undefined : left })
  // The form reports an unknown state.
  if (list.error?.status === 404) return null
  return (
    <Panel
      title={state === '' ? 'Low stock in the whole store' : `Low stock in ${state}`}
      intro="Packages with 10 or fewer left, lowest first. We email you once when one gets this low."
      actions={<Choice legend="How much is left" options={LEFT_CHOICES} value={left} onChange={onLeft} />}
    >
      <PagedTable
        list={list}
        label="Low stock"
        columns={columnsOf(onChoose)}
        rowKey={({ packageId }) => packageId}
        errorTitle="The list could not be loaded"
        empty={
          <EmptyState title={left === 'none' ? 'Nothing is sold out' : 'Nothing is running low'}>
            {left === 'some'
              ? 'Packages appear here when 10 or fewer are left. Packages that were never stocked are under Sold out.'
              : 'Choose a county above to see all of its packages.'}
          </EmptyState>
        }
      />
    </Panel>
  )
}

const columnsOf = (onChoose: (row: LowStockRow) => void): Column<LowStockRow>[] => [
  { header: 'Package', isTitle: true, cell: (row) => <strong className="font-semibold">{priceName(row)}</strong> },
  { header: 'County', cell: ({ county, state }) => `${county}, ${state}` },
  {
    header: 'Left',
    isUnbroken: true,
    cell: ({ available, isFromLeads }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <span>
          <StockBadge available={available} />
        </span>
        {isFromLeads && <FromLeadsMark />}
      </span>
    ),
  },
  restockColumn({ header: 'Set stock', nameOf: priceName, isFromLeads: ({ isFromLeads }) => isFromLeads, onChoose }),
]
