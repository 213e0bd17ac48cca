import { useQuery } from '@tanstack/react-query'
import { priceName } from '#contract/admin/pricing.ts'
import * as contract from '#contract/admin/stock-lists.ts'
import { LEAD_TYPE_NAMES, TIER_FACTS } from '#contract/catalogue/catalogue.ts'
import { FRESH, query } from '#web/lib/call-api.ts'
import { choicesOf } from '#web/lib/choices.ts'
import { formatPlural } from '#web/lib/format.ts'
import { usePages } from '#web/lib/use-pages.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/choice.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { FromLeadsMark, restockColumn, StockBadge } from './from-leads.tsx'

export const LEFT_CHOICES = choicesOf({ some: '1 to 10 left', none: 'Sold out', both: 'Both' })
type Left = (typeof LEFT_CHOICES)[number]['value']

interface LowStockListProps {
  /** Empty: the whole store. */
  state: string
  left: Left
  onLeft: (left: Left) => void
  onChoose: (row: contract.LowStockRow) => void
}

/** What runs low in the whole store, or in the selected state. */
export function LowStockList({ state, left, onLeft, onChoose }: LowStockListProps) {
  const list = usePages(contract.listLowStock, { state, left: left === 'both' ? undefined : left })
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

const columnsOf = (onChoose: (row: contract.LowStockRow) => void): Column<contract.LowStockRow>[] => [
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

interface FallenStockListProps {
  /** Empty: the whole store. */
  state: string
  onAll: () => void
  onChoose: (row: contract.FallenStock) => void
}

/** Packages whose stock fell low, counted like the card and the email. */
export function FallenStockList({ state, onAll, onChoose }: FallenStockListProps) {
  const list = useQuery({ ...query(contract.listFallenStock), ...FRESH })
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
        {list.data?.length === contract.FALLEN_SHOWN_MAX && (
          <p className="text-sm text-muted">
            The {contract.FALLEN_SHOWN_MAX} lowest are shown. Others appear as you restock these.
          </p>
        )}
      </div>
    </Panel>
  )
}

const nameOf = ({ size, ...row }: contract.FallenStock): string =>
  size === null
    ? `${TIER_FACTS[row.tier].name}, all sizes, ${LEAD_TYPE_NAMES[row.leadType]}`
    : priceName({ ...row, size })

const Left = ({ row: { available, leads } }: { row: contract.FallenStock }) =>
  leads === null ? (
    <StockBadge available={available} />
  ) : (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <span className="figures">{formatPlural(leads, 'lead')}</span>
      <FromLeadsMark />
    </span>
  )
