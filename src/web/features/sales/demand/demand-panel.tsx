import { keepPreviousData, type QueryKey, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import type { listStates } from '#contract/catalogue/catalogue.ts'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import type { DemandRow, DemandSort, listCountyDemand } from '#contract/sales/demand.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { formatCount, formatDollars } from '#web/lib/format.ts'
import { formatDay, formatDays } from '#web/lib/format-day.ts'
import { query } from '#web/lib/query.ts'
import type { Days } from '#web/lib/store-days.ts'
import { useSaveFile } from '#web/lib/use-save-file.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { type DemandChoices, sortedBy } from './demand-choices.ts'

const LIST_PATH = '/api/admin/demand'

/** The parameters of the list. */
export interface DemandQuestion extends Days {
  sort: DemandSort
  direction: 'asc' | 'desc'
  /** Empty: all states. */
  state: string
}

type Page = ReplyOutputOf<typeof listCountyDemand>

/** The loaded pages as one list. */
export interface Demand extends Pick<Page, 'total' | 'countedSince'> {
  rows: DemandRow[]
}

/** Counties by demand, page by page; reloaded whenever the user returns to the list. */
export function useCountyDemand(asked: DemandQuestion) {
  return useInfiniteQuery<Page, ApiError, Demand, QueryKey, string | undefined>({
    queryKey: [LIST_PATH, asked],
    queryFn: ({ pageParam, signal }) =>
      callApi<typeof listCountyDemand>('GET', LIST_PATH, { query: { ...asked, cursor: pageParam }, signal }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    select: ({ pages }) => ({
      rows: pages.flatMap(({ rows }) => rows),
      total: pages[0]?.total ?? 0,
      countedSince: pages[0]?.countedSince ?? null,
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
}

/** The names of the states, to choose one. */
export const useStateNames = (): readonly string[] => useQuery(query<typeof listStates>('/api/states', {})).data ?? []

/** The URL of the whole list as a file. */
export function demandFileAddress({ state, ...asked }: DemandQuestion): string {
  return `${LIST_PATH}.csv?${new URLSearchParams({ ...asked, ...(state ? { state } : {}) })}`
}

interface DemandPanelProps {
  days: Days
  choices: DemandChoices
  onChange: (choices: DemandChoices) => void
}

const ALL_STATES = 'All states'
/** The packages of a county: lead types, tiers and sizes. */
const PACKAGES = 48

/** Where buyers look, what they put into carts, and what was sold: shows where to add stock next. */
export function DemandPanel({ days, choices, onChange }: DemandPanelProps) {
  const asked = { ...days, ...choices }
  const { data, ...list } = useCountyDemand(asked)
  const states = useStateNames()
  const file = useSaveFile()
  const handleSave = () => {
    if (!file.isPending) file.mutate(demandFileAddress(asked))
  }
  const { state, sort, direction } = choices
  return (
    <Panel
      title="Counties by Demand"
      intro={`${formatDays(days.from, days.to)}. Add stock where buyers look and find little. Press a county’s name to open its inventory.`}
      actions={
        <Button size="small" aria-disabled={file.isPending || undefined} onClick={handleSave}>
          <Download size={15} aria-hidden="true" />
          {file.isPending ? 'Preparing the file…' : 'Download CSV'}
          <span className="sr-only"> of counties by demand</span>
        </Button>
      }
    >
      <div className="grid gap-4">
        {file.error && (
          <Notice
            tone="danger"
            title="The file could not be created"
            action={<Button onClick={handleSave}>Try again</Button>}
          >
            {file.error.sentence}
          </Notice>
        )}
        <SelectField
          label="State"
          placeholder={ALL_STATES}
          options={states}
          value={state}
          onChange={(next) => onChange({ ...choices, state: next })}
          className="xs:w-56"
        />
        <div
          aria-busy={list.isPlaceholderData}
          className={classes('transition-opacity duration-150', list.isPlaceholderData && 'opacity-60')}
        >
          <PagedTable
            list={{ ...list, data: data?.rows }}
            label="Counties by demand"
            columns={COLUMNS}
            rowKey={({ fips }) => fips}
            sort={{ key: sort, direction }}
            onSort={(key) => onChange(sortedBy(choices, key))}
            errorTitle="The demand could not be loaded"
            footnote={data && <Footnote data={data} days={days} />}
            empty={<NobodyAsked state={state} onAllStates={() => onChange({ ...choices, state: '' })} />}
          />
        </div>
      </div>
    </Panel>
  )
}

const count = (amount: number) => <span className="figures">{formatCount(amount)}</span>

const COLUMNS: readonly Column<DemandRow>[] = [
  {
    key: 'county',
    sortKey: 'county',
    header: 'County',
    isTitle: true,
    cell: ({ state, county }) => (
      <Link
        to={paths.admin}
        search={{ tab: 'inventory', state, county }}
        className="-my-0.5 inline-block py-0.5 font-semibold text-accent underline underline-offset-2"
      >
        {county}, {state}
      </Link>
    ),
  },
  { key: 'views', sortKey: 'views', header: 'Views', isNumber: true, cell: ({ views }) => count(views) },
  { key: 'holds', sortKey: 'holds', header: 'In carts', isNumber: true, cell: ({ holds }) => count(holds) },
  {
    key: 'sellOuts',
    sortKey: 'sellOuts',
    header: 'Sell-outs',
    isNumber: true,
    cell: ({ sellOuts }) => count(sellOuts),
  },
  { key: 'sales', sortKey: 'sales', header: 'Sold', isNumber: true, cell: ({ sales }) => count(sales) },
  {
    key: 'revenue',
    sortKey: 'revenue',
    header: 'Revenue',
    isNumber: true,
    cell: ({ revenue }) => formatDollars(revenue),
  },
  {
    key: 'conversion',
    sortKey: 'conversion',
    header: 'Conversion',
    isNumber: true,
    cell: ({ conversion }) =>
      conversion === null ? (
        <>
          <span aria-hidden="true">—</span>
          <span className="sr-only">no views</span>
        </>
      ) : (
        `${conversion}%`
      ),
  },
  {
    key: 'stock',
    header: 'In stock now',
    isNumber: true,
    cell: ({ packagesInStock }) => (
      <span className={packagesInStock === 0 ? 'font-semibold text-attention' : undefined}>
        {packagesInStock === 0 ? 'Sold out' : `${packagesInStock} of ${PACKAGES}`}
      </span>
    ),
  },
]

/** What the columns count, and what they do not. */
function Footnote({ data: { rows, total, countedSince }, days }: { data: Demand; days: Days }) {
  return (
    <>
      {rows.length < total && `${formatCount(rows.length)} of ${formatCount(total)} counties. `}
      {countedSince && countedSince > days.from && (
        <>Views, carts and sell-outs are counted since {formatDay(countedSince)}; sales reach further back. </>
      )}
      A view is a visitor opening a county; the team is not counted. In carts: packages added to a cart. A sell-out is
      when the last one was added. Conversion: paid orders that visitors placed in the storefront, per 100 views. Orders
      from payment links and team members’ carts need no view, so they count under sold and revenue but not here. Counts
      come within seconds and are for steering, not for accounts; sold and revenue are exact.
    </>
  )
}

function NobodyAsked({ state, onAllStates }: { state: string; onAllStates: () => void }) {
  return state ? (
    <EmptyState
      title={`No demand in ${state} in this period`}
      action={<Button onClick={onAllStates}>Show all states</Button>}
    >
      No visitor opened a county there, and nothing was sold.
    </EmptyState>
  ) : (
    <EmptyState title="No demand yet">
      A county appears here once a visitor opens it, adds one of its packages to a cart, or buys one in this period.
    </EmptyState>
  )
}
