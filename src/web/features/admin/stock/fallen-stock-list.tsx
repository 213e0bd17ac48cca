import { useMemo } from 'react'
import { priceName } from '#contract/admin/pricing.ts'
import { FALLEN_SHOWN_MAX, type FallenStock } from '#contract/admin/stock-lists.ts'
import { LEAD_TYPE_NAMES, TIER_FACTS } from '#contract/catalogue/catalogue.ts'
import { formatPlural } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { FromLeadsMark } from './from-leads.tsx'
import { StockBadge } from './stock-badge.tsx'
import { useFallenStock } from './stock-data.ts'

interface FallenStockListProps {
  /** Empty: the whole store. */
  state: string
  onAll: () => void
  onChoose: (row: FallenStock) => void
}

/** Packages whose stock fell low, counted like the card and the email. */
export function FallenStockList({ state, onAll, onChoose }: FallenStockListProps) {
  const query = useFallenStock()
  const rows = query.data?.filter((row) => state === '' || row.state === state)
  const columns = useMemo(() => columnsOf(onChoose), [onChoose])
  return (
    <Panel
      title={state === '' ? 'Low-stock alerts' : `Low-stock alerts in ${state}`}
      intro="Stock that fell to 10 or fewer in the last 30 days and has not been restocked. Sizes that share the same leads are one alert."
      actions={<Button onClick={onAll}>All low stock</Button>}
    >
      <div className="grid gap-4">
        <PagedTable
          list={{ ...query, data: rows }}
          label="Low-stock alerts"
          columns={columns}
          rowKey={({ packageId }) => packageId}
          errorTitle="The list could not be loaded"
          empty={
            <EmptyState title="No low-stock alerts">
              Everything that ran low lately has been restocked. All low stock also lists packages that were never
              stocked.
            </EmptyState>
          }
        />
        {query.data?.length === FALLEN_SHOWN_MAX && (
          <p className="text-sm text-muted">
            The {FALLEN_SHOWN_MAX} lowest are shown. Others appear as you restock these.
          </p>
        )}
      </div>
    </Panel>
  )
}

const nameOf = ({ size, ...row }: FallenStock): string =>
  size === null
    ? `${TIER_FACTS[row.tier].name}, all sizes, ${LEAD_TYPE_NAMES[row.leadType]}`
    : priceName({ ...row, size })

const columnsOf = (onChoose: (row: FallenStock) => void): Column<FallenStock>[] => [
  {
    key: 'what',
    header: 'Stock',
    isTitle: true,
    cell: (row) => <strong className="font-semibold">{nameOf(row)}</strong>,
  },
  { key: 'county', header: 'County', cell: ({ county, state }) => `${county}, ${state}` },
  {
    key: 'left',
    header: 'Left',
    isUnbroken: true,
    cell: ({ available, leads }) =>
      leads === null ? (
        <StockBadge available={available} />
      ) : (
        <span className="inline-flex flex-wrap items-center gap-x-2">
          <span className="figures">{formatPlural(leads, 'lead')}</span>
          <FromLeadsMark />
        </span>
      ),
  },
  {
    key: 'choose',
    header: 'Restock',
    isHeaderHidden: true,
    isUnbroken: true,
    cell: (row) => (
      <Button size="small" className="@3xl:float-right @3xl:-my-1" onClick={() => onChoose(row)}>
        {row.leads === null ? 'Set stock' : 'See stock'}
        <span className="sr-only">
          {' '}
          of {nameOf(row)}, {row.county}
        </span>
      </Button>
    ),
  },
]
