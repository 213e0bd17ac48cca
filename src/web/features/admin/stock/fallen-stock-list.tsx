import { useQuery } from '@tanstack/react-query'
import { priceName } from '#contract/admin/pricing.ts'
import { FALLEN_SHOWN_MAX, type FallenStock, type listFallenStock } from '#contract/admin/stock-lists.ts'
import { LEAD_TYPE_NAMES, TIER_FACTS } from '#contract/catalogue/catalogue.ts'
import { formatPlural } from '#web/lib/format.ts'
import { FRESH, query } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { FromLeadsMark, restockColumn } from './from-leads.tsx'
import { StockBadge } from './stock-badge.tsx'
import { FALLEN_PATH } from './stock-data.ts'

interface FallenStockListProps {
  /** Empty: the whole store. */
  state: string
  onAll: () => void
  onChoose: (row: FallenStock) => void
}

/** Packages whose stock fell low, counted like the card and the email. */
export function FallenStockList({ state, onAll, onChoose }: FallenStockListProps) {
  const list = useQuery({ ...query<typeof listFallenStock>(FALLEN_PATH, {}), ...FRESH })
  return (
    <Panel
      title={state === '' ? 'Low-stock alerts' : `Low-stock alerts in ${state}`}
      intro="Stock that fell to 10 or fewer in the last 30 days and has not been restocked. Sizes that share the same leads are one alert."
      actions={<Button onClick={onAll}>All low stock</Button>}
    >
      <div className="grid gap-4">
        <PagedTable
          list={{ ...list, data: list.data?.filter((row) => state === '' || row.state === state) }}
          label="Low-stock alerts"
          columns={[
            { header: 'Stock', isTitle: true, cell: (row) => <strong className="font-semibold">{nameOf(row)}</strong> },
            { header: 'County', cell: (row) => `${row.county}, ${row.state}` },
            { header: 'Left', isUnbroken: true, cell: (row) => <Left row={row} /> },
            restockColumn({ header: 'Restock', nameOf, isFromLeads: ({ leads }) => leads !== null, onChoose }),
          ]}
          rowKey={({ packageId }) => packageId}
          errorTitle="The list could not be loaded"
          empty={
            <EmptyState title="No low-stock alerts">
              Everything that ran low lately has been restocked. All low stock also lists packages that were never
              stocked.
            </EmptyState>
          }
        />
        {list.data?.length === FALLEN_SHOWN_MAX && (
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

const Left = ({ row: { available, leads } }: { row: FallenStock }) =>
  leads === null ? (
    <StockBadge available={available} />
  ) : (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <span className="figures">{formatPlural(leads, 'lead')}</span>
      <FromLeadsMark />
    </span>
  )
