import { useQuery } from '@tanstack/react-query'
import { priceName } from '#contract/admin/pricing.ts'
import * as contract from '#contract/admin/stock-lists.ts'
import { packageKeyOf } from '#contract/catalogue/catalogue.ts'
import { SectionLink } from '#web/features/admin/section-link.tsx'
import { useOpenSteps } from '#web/features/admin/setup/setup-panel.tsx'
import { FRESH, query } from '#web/lib/call-api.ts'
import { choicesOf } from '#web/lib/choices.ts'
import { formatCount, formatPlural } from '#web/lib/format.ts'
import { usePages } from '#web/lib/use-pages.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/choice.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { EmptyState, Panel } from '#web/ui/panel.tsx'
import { leftWord } from './stock-rules.ts'

export const LEFT_CHOICES = choicesOf({ fallen: 'Recently low', some: '1 to 10 left', none: 'Sold out' })
type Left = (typeof LEFT_CHOICES)[number]['value']

/** A county may have up to 48 of them. */
const PACKAGES_AT_ONCE = '100'

/** A package that is low; or, without a size, the four that share leads. */
type LowStock = contract.LowStockRow | contract.FallenStock

interface LowStockListProps {
  /** Empty: the whole store. */
  state: string
  /** Undefined: not chosen. */
  left: Left | undefined
  onLeft: (left: Left) => void
  /** Opens a county where a package of it can be restocked. */
  onChoose: (row: LowStock) => void
}

/** What runs low in the whole store, or in the selected state, by county. Unless chosen, what fell lately if anything did. */
export function LowStockList({ left: chosen, ...props }: LowStockListProps) {
  const fallen = useQuery({ ...query(contract.listFallenStock), ...FRESH, enabled: (chosen ?? 'fallen') === 'fallen' })
  const rows = fallen.data?.filter((row) => props.state === '' || row.state === props.state)
  const left = chosen ?? (rows?.length === 0 ? 'some' : 'fallen')
  if (left !== 'fallen') return <RunningLow {...props} left={left} />
  return (
    <LowStockTable
      {...{ ...props, left }}
      list={{ ...fallen, data: rows }}
      thing="low-stock alert"
      intro={`Fell to 10 or fewer in the last 30 days.${
        fallen.data?.length === contract.FALLEN_SHOWN_MAX ? ` The ${contract.FALLEN_SHOWN_MAX} lowest are shown.` : ''
      }`}
      empty="No package that dropped to 10 or fewer in the last 30 days is still low"
    />
  )
}

function RunningLow({ left, ...props }: LowStockListProps & { left: 'some' | 'none' }) {
  const list = usePages(contract.listLowStock, { state: props.state, left, limit: PACKAGES_AT_ONCE })
  const isNone = left === 'none'
  return (
    <LowStockTable
      {...{ ...props, left, list }}
      thing="package"
      intro={
        isNone
          ? 'None left, also if never stocked. Counties that sell the most come first.'
          : '1 to 10 left. Counties that sell the most come first.'
      }
      empty={isNone ? 'Nothing is sold out' : 'Nothing is running low'}
    />
  )
}

interface LowStockTableProps extends LowStockListProps {
  left: Left
  list: Omit<Parameters<typeof PagedTable>[0]['list'], 'data' | 'error'> & {
    data: LowStock[] | undefined
    error: { sentence: string; status: number } | null
  }
  thing: string
  intro: string
  empty: string
}

function LowStockTable({ state, left, onLeft, onChoose, list, thing, intro, empty }: LowStockTableProps) {
  const { data, hasNextPage } = list
  const isEmptyStore = useOpenSteps().data?.onSale === null
  // The line above reports an unknown state.
  if (list.error?.status === 404) return null
  const count = data?.length && (hasNextPage ? `${data.length}+ ${thing}s` : formatPlural(data.length, thing))
  return (
    <Panel
      title={`Low stock in ${state || 'the whole store'}${count ? `: ${count}` : ''}`}
      intro={intro}
      actions={<Choice legend="What is low" options={LEFT_CHOICES} value={left} onChange={onLeft} />}
    >
      <PagedTable
        list={{ ...list, data: data && [...Map.groupBy(data, ({ county, state }) => `${county}, ${state}`)] }}
        label="Low stock"
        columns={left === 'fallen' ? columnsOf(onChoose) : [...columnsOf(onChoose), SOLD_COLUMN]}
        rowKey={([place]) => place}
        onOpen={([, [first]]) => first && onChoose(first)}
        errorTitle="The list could not be loaded"
        empty={
          <EmptyState title={isEmptyStore ? 'No stock yet' : empty}>
            Select a county above to {isEmptyStore ? 'enter counts, or ' : 'see all of its packages.'}
            {isEmptyStore && <SectionLink section="imports">import leads</SectionLink>}
          </EmptyState>
        }
      />
    </Panel>
  )
}

type LowCounty = [place: string, rows: LowStock[]]
const SOLD_COLUMN: Column<LowCounty> = {
  header: 'Sold in 30 days',
  isNumber: true,
  narrow: 'hidden',
  cell: ([, [row]]) => row && 'sold' in row && formatCount(row.sold),
}
const columnsOf = (onChoose: (row: LowStock) => void): Column<LowCounty>[] => [
  {
    header: 'County',
    narrow: 'cell',
    cell: ([place, [row]]) => (
      <Button look="quiet" size="small" className="-my-1 -ml-3 compact:min-h-7" onClick={() => row && onChoose(row)}>
        {place}
      </Button>
    ),
  },
  { header: 'Low', narrow: 'cell', isUnbroken: true, cell: ([, rows]) => formatPlural(rows.length, 'package') },
  {
    header: 'Lowest',
    narrow: 'cell',
    cell: ([, [row]]) =>
      row && (
        <>
          {priceName(packageKeyOf(row.packageId))}: <strong className="figures">{leftWord(row.available)}</strong>
          {'leads' in row && row.leads !== null && (
            <span className="text-muted"> (all sizes share {formatPlural(row.leads, 'lead')})</span>
          )}
        </>
      ),
  },
]
