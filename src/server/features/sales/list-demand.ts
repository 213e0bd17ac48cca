import { writeCsv } from '#contract/csv.ts'
import type { Day } from '#contract/days.ts'
import { DEMAND_PAGE_DEFAULT, type DemandRow, type DemandSort } from '#contract/sales/demand.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { readCursor, writeCursor } from '#server/platform/database/cursor.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { FileReply } from '#server/platform/http/endpoint.ts'
import { requirePeriod } from './figures.ts'
import { countInStock, findFirstDay, sumCounties } from './queries.ts'

type Question = { from: Day; to: Day; sort: DemandSort; direction: 'asc' | 'desc'; state?: string | undefined }

/** Reads all matching counties and sorts them here: with at most 3,142, that saves a query plan per order. */
async function readDemand(ctx: PlatformContext, question: Question): Promise<Demand[]> {
  const { from, to, sort, direction, state } = question
  requirePeriod(from, to)
  const places = await loadPlaces(ctx)
  const wanted = state === undefined ? null : new Set(places.countiesOf(state).map(({ fips }) => fips))
  const rows = await ctx.database.run(sumCounties, { from, to })
  return rows
    .filter(({ fips }) => wanted?.has(fips) ?? true)
    .map((row): Demand => {
      const { state, name } = places.countyByFips(row.fips)
      const { fips, views, holds, sales, storefront_orders: orders } = row
      return {
        fips,
        state,
        county: name,
        views,
        holds,
        sellOuts: row.sell_outs,
        sales,
        revenue: Number(row.revenue_cents) / 100,
        conversion: conversionOf(orders, views),
      }
    })
    .sort((a, b) => comparePlaces(placeOf(a, sort), placeOf(b, sort), direction))
}

async function withStock(ctx: PlatformContext, rows: readonly Demand[]): Promise<DemandRow[]> {
  if (rows.length === 0) return []
  const found = await ctx.database.run(countInStock, { fips: rows.map(({ fips }) => fips) })
  const inStock = new Map(found.map((row) => [row.fips, row.packages]))
  return rows.map((row) => ({ ...row, packagesInStock: inStock.get(row.fips) ?? 0 }))
}

/** A cursor belongs to one sort order; after another sort it would point anywhere. */
const listNameOf = ({ sort, direction }: Question): string => `demand ${sort} ${direction}`

function readPlace(question: Question, cursor: string | undefined): Place | null {
  const parts = readCursor(listNameOf(question), cursor, 2)
  if (!parts) return null
  const [text = '', fips = ''] = parts
  const value = question.sort === 'county' ? text : text === '' ? null : Number(text)
  if (Number.isNaN(value)) throw new Refusal('bad_request')
  return [value, fips]
}

/** A page of the counties with demand or sales. @throws Refusal `period_invalid`, `unknown_state`, `bad_request` */
export async function listDemand(
  ctx: PlatformContext,
  query: Question & { cursor?: string | undefined; limit?: number | undefined },
) {
  const { sort, direction, cursor, limit = DEMAND_PAGE_DEFAULT } = query
  const after = readPlace(query, cursor)
  const [all, [first]] = await Promise.all([readDemand(ctx, query), ctx.database.run(findFirstDay)])
  const start = after ? all.findIndex((row) => comparePlaces(placeOf(row, sort), after, direction) > 0) : 0
  const page = start < 0 ? [] : all.slice(start, start + limit)
  const last = page.at(-1)
  const keys = last && last !== all.at(-1) ? placeOf(last, sort).map((part) => String(part ?? '')) : null
  return {
    rows: await withStock(ctx, page),
    next: keys && writeCursor(listNameOf(query), keys),
    total: all.length,
    countedSince: first?.day ?? null,
  }
}

const COLUMNS: readonly (readonly [header: string, cell: (row: DemandRow) => string | number])[] = [
  ['State', (row) => row.state],
  ['County', (row) => row.county],
  ['FIPS', (row) => row.fips],
  ['Views', (row) => row.views],
  ['Units placed in carts', (row) => row.holds],
  ['Sell-outs', (row) => row.sellOuts],
  ['Packages sold', (row) => row.sales],
  ['Revenue', (row) => row.revenue.toFixed(2)],
  ['Storefront orders per 100 views', (row) => row.conversion ?? ''],
  ['Packages in stock now (of 48)', (row) => row.packagesInStock],
]

/** Returns the whole list as a file. @throws Refusal `period_invalid`, `unknown_state` */
export async function exportDemand(ctx: PlatformContext, question: Question): Promise<FileReply> {
  const rows = await withStock(ctx, await readDemand(ctx, question))
  const lines = rows.map((row) => COLUMNS.map(([, cell]) => cell(row)))
  const headers = COLUMNS.map(([header]) => header)
  return {
    name: `counties-by-demand_${question.from}_${question.to}.csv`,
    bytes: new TextEncoder().encode(writeCsv([headers, ...lines])),
    isDownload: true,
  }
}

export type Demand = Omit<DemandRow, 'packagesInStock'>
/** A position in the list: the value it is sorted by, and the county. */
export type Place = readonly [value: string | number | null, fips: string]

/** Counts visitors only: links and members' carts bring orders without a view. */
export const conversionOf = (storefrontOrders: number, views: number): number | null =>
  views === 0 ? null : Math.round((storefrontOrders / views) * 1_000) / 10

const byName = new Intl.Collator('en').compare

export const placeOf = (row: Demand, sort: DemandSort): Place => [
  sort === 'county' ? `${row.state} ${row.county}` : row[sort],
  row.fips,
]

/** Compares two positions. Unknown values come last in either direction; equal values are sorted by county. */
export function comparePlaces(a: Place, b: Place, direction: 'asc' | 'desc'): number {
  const [one, other] = [a[0], b[0]]
  if (one === null || other === null) {
    if (one !== other) return one === null ? 1 : -1
  } else if (one !== other) {
    const order =
      typeof one === 'string' || typeof other === 'string' ? byName(String(one), String(other)) : one - other
    if (order !== 0) return direction === 'asc' ? order : -order
  }
  return a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0
}
