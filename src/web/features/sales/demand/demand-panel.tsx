import { keepPreviousData, type QueryKey, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { listStates } from '#contract/catalogue/catalogue.ts'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import { type DemandRow, type DemandSort, listCountyDemand } from '#contract/sales/demand.ts'
import { type ApiError, addressOf, callApi, FRESH, query } from '#web/lib/call-api.ts'
import { ExportButton } from '#web/lib/export-button.tsx'
import { formatCount, formatDollars } from '#web/lib/format.ts'
import { type Days, formatDay, formatDays } from '#web/lib/format-day.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { EmptyState, Panel } from '#web/ui/panel.tsx'
import { type DemandChoices, sortedBy } from './demand-choices.ts'

type Page = ReplyOutputOf<typeof listCountyDemand>
type Demand = Pick<Page, 'rows' | 'total' | 'countedSince'>

/** Counties by demand, page by page; reloaded whenever the user returns to the list. */
function useCountyDemand(asked: Days & DemandChoices) {
  return useInfiniteQuery<Page, ApiError, Demand, QueryKey, string | undefined>({
    queryKey: [listCountyDemand.path, asked],
    queryFn: ({ pageParam, signal }) => callApi(listCountyDemand, { query: { ...asked, cursor: pageParam }, signal }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    select: ({ pages }) => ({
      rows: pages.flatMap(({ rows }) => rows),
      total: pages[0]?.total ?? 0,
      countedSince: pages[0]?.countedSince ?? null,
    }),
    placeholderData: keepPreviousData,
    ...FRESH,
  })
}

/** The packages of a county: lead types, tiers and sizes. */
const PACKAGES = 48

export function DemandPanel(props: { days: Days; choices: DemandChoices; onChange: (choices: DemandChoices) => void }) {
  const { days, choices, onChange } = props
  const asked = { ...days, ...choices }
  const { data, ...list } = useCountyDemand(asked)
  const states = useQuery(query(listStates)).data ?? []
  const { state, sort, direction } = choices
  return (
    <Panel
      title="Counties by Demand"
      intro={`${formatDays(days.from, days.to)}. Add stock where buyers look and find little. Press a county’s name to open its inventory.`}
      actions={
        <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
          <SelectField
            label="State"
            isInline
            placeholder="All states"
            options={states}
            value={state}
            onChange={(next) => onChange({ ...choices, state: next })}
          />
          <ExportButton
            address={addressOf(`${listCountyDemand.path}.csv`, { query: asked })}
            what="counties by demand"
          />
        </div>
      }
    >
      <div className="grid gap-4">
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

type Sortable = Exclude<DemandSort, 'county'>
const column = (key: Sortable, header: string, cell: (row: DemandRow) => ReactNode): Column<DemandRow> => ({
  sortKey: key,
  header,
  isNumber: true,
  narrow: key === 'views' || key === 'sales' ? 'cell' : 'hidden',
  cell,
})
const counted = (key: 'views' | 'holds' | 'sellOuts' | 'sales', header: string) =>
  column(key, header, (row) => (
    <span className="figures">
      {formatCount(row[key])}
      <span className="@3xl:hidden"> {header.toLowerCase()}</span>
    </span>
  ))

const COLUMNS: readonly Column<DemandRow>[] = [
  {
    sortKey: 'county',
    header: 'County',
    isTitle: true,
    narrow: 'cell',
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
  counted('views', 'Views'),
  counted('holds', 'In carts'),
  counted('sellOuts', 'Sell-outs'),
  counted('sales', 'Sold'),
  column('revenue', 'Revenue', ({ revenue }) => formatDollars(revenue)),
  column('conversion', 'Conversion', ({ conversion }) =>
    conversion === null ? (
      <>
        <span aria-hidden="true">—</span>
        <span className="sr-only">no views</span>
      </>
    ) : (
      `${conversion}%`
    ),
  ),
  {
    header: 'In stock now',
    narrow: 'cell',
    isNumber: true,
    cell: ({ packagesInStock }) =>
      packagesInStock === 0 ? (
        <span className="font-semibold text-attention">Sold out</span>
      ) : (
        `${packagesInStock} of ${PACKAGES}`
      ),
  },
]

function Footnote({ data: { rows, total, countedSince }, days }: { data: Demand; days: Days }) {
  return (
    <>
      {rows.length < total && `${formatCount(rows.length)} of ${formatCount(total)} counties. `}
      {countedSince && countedSince > days.from && (
        <>Views, carts and sell-outs are counted since {formatDay(countedSince)}; sales reach further back. </>
      )}
      View: a visitor opened the county. In carts: packages added to a cart. Sell-out: the last one was added.
      Conversion: storefront orders per 100 views.
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
