import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import {
  ALL_CUSTOMERS_MAX,
  CUSTOMER_CELLS,
  CUSTOMER_SALES_MAX,
  CUSTOMERS_PAGE_DEFAULT,
  CUSTOMERS_PAGE_MAX,
  type Customer,
  type CustomerSale,
  type listCustomers as endpoint,
  type exportCustomers,
  type getCustomer,
} from '#contract/links/customers.ts'
import type { SalesStatistics } from '#contract/links/payment-requests.ts'
import { dollarTextFromCents } from '#contract/money.ts'
import type { Cents, CustomerId, PaymentRequestId } from '#contract/values.ts'
import { exportList } from '#server/features/audit/export-list.ts'
import { readReference } from '#server/features/orders/search.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { addMilliseconds, days } from '#server/platform/clock.ts'
import { type PlatformContext, requireMember, scopeOf } from '#server/platform/context.ts'
import { isInstantKey, readCursor, writeCursor } from '#server/platform/database/cursor.ts'
import { shownOf } from '#server/platform/database/statement.ts'
import { invariant, Refusal, requireRow } from '#server/platform/errors.ts'
import type { FileReply, Page } from '#server/platform/http/endpoint.ts'
import { ALL_ROWS, readSearch, SEARCH_WALK, searchPage } from '#server/platform/text/search-text.ts'
import type { CustomerRow } from './customer-queries.ts'
import * as queries from './customer-queries.ts'
import * as lists from './list-queries.ts'
import { readCustomerStory } from './read-invoice.ts'
import { EXPIRING_SOON_MS } from './rules.ts'
import { statusAt } from './show-request.ts'

const showData = (row: CustomerRow) => ({
  id: row.customer_id,
  ...shownOf(row, 'name', 'email', 'phone', 'address', 'business_name', 'notes', 'created_at', 'rep_name'),
})

async function showCustomers(ctx: PlatformContext, rows: readonly CustomerRow[]): Promise<Customer[]> {
  const customerIds = rows.map((row) => row.customer_id)
  const sales = await readSalesOf(ctx, customerIds)
  return rows.map((row) => {
    const { sales: salesHistory = [], orderCount = 0 } = sales.get(row.customer_id) ?? {}
    const lastSaleAt = row.last_sale_at.getTime() === 0 ? null : row.last_sale_at.toISOString()
    const spentTotal = dollarTextFromCents(Number(row.spent_cents) as Cents)
    return { ...showData(row), lastSaleAt, spentTotal, orderCount, salesHistory }
  })
}

/** Finds a customer that a member may see. @throws Refusal `customer_not_found`, also for another rep's customer */
export async function findOwnCustomer(ctx: PlatformContext, id: CustomerId): Promise<CustomerRow> {
  const [row] = await ctx.database.run(queries.findCustomer, { customerId: id, repId: scopeOf(requireMember(ctx)) })
  if (!row) throw new Refusal('customer_not_found')
  return row
}

/** A customer as the caller may see them. @throws Refusal `customer_not_found` */
export async function showCustomer(ctx: PlatformContext, id: CustomerId): Promise<Customer> {
  return requireRow(await showCustomers(ctx, [await findOwnCustomer(ctx, id)]), 'customer_not_found')
}

/** Returns one customer with everything that happened, newest first. @throws Refusal `customer_not_found` */
export async function readCustomer(ctx: PlatformContext, id: CustomerId): Promise<ReplyOf<typeof getCustomer>> {
  const shown = await showCustomer(ctx, id)
  // Customers pass from rep to rep, and it is not recorded who created one.
  const added = { kind: 'customer_added', at: shown.createdAt, detail: null, by: null, requestToken: null } as const
  const { requests, happened } = await readCustomerStory(ctx, id)
  // If the customer was created by its first request, both have the same time; the customer comes first. Among other
  // events with the same time, the one listed later is newer.
  const timeline = happened.toReversed().sort((one, other) => other.at.localeCompare(one.at))
  const place = timeline.findLastIndex((entry) => entry.at >= added.at) + 1
  return { ...shown, requests, timeline: timeline.toSpliced(place, 0, added) }
}

type Query = QueryOf<typeof endpoint>

async function findRows(ctx: PlatformContext, query: Query, limit: number, cursor: readonly string[] = []) {
  const { search: typed, sort = 'name', quietDays } = query
  const repId = scopeOf(requireMember(ctx))
  const words = readSearch(typed)
  if (words === 'none') return []
  const { database } = ctx
  const [key = null, afterId = null] = cursor
  const shape = { sort, isScoped: repId !== null, isQuiet: quietDays !== undefined, hasCursor: key !== null }
  const quietSince = quietDays ? addMilliseconds(ctx.clock.now(), -days(quietDays)) : null
  const page = { repId, quietSince, key, afterId, limit }
  if (words === null) return database.run(queries.listStatement({ ...shape, search: null }), page)
  const found = { ...page, ...words, ...readReference(typed ?? '') }
  const run = (search: 'walk' | 'index', walk = 0) =>
    database.run(queries.listStatement({ ...shape, search }), { ...found, walk })
  return searchPage(limit, {
    near: () => run('walk', SEARCH_WALK),
    count: () => database.run(queries.countMatchingCustomers, words),
    byIndex: () => run('index'),
    far: () => run('walk', ALL_ROWS),
  })
}

/** A page of the caller's customers (an administrator's: all). @throws Refusal `bad_request` for the cursor */
export async function listCustomers(ctx: PlatformContext, query: Query): Promise<Page<Customer>> {
  const { sort = 'name', limit = CUSTOMERS_PAGE_DEFAULT } = query
  const list = `customers ${sort}`
  const cursor = readCursor(list, query.cursor, 2) ?? []
  const isKey = { name: true, sale: isInstantKey(cursor[0]), spent: /^\d{1,15}$/.test(cursor[0] ?? '') }
  if (cursor.length > 0 && !isKey[sort]) throw new Refusal('bad_request')
  const found = await findRows(ctx, query, limit + 1, cursor)
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  const next = last ? writeCursor(list, [last.sort_key, last.customer_id]) : null
  return { rows: await showCustomers(ctx, rows), next }
}

export const exportCustomerList = (ctx: WebContext, filters: QueryOf<typeof exportCustomers>): Promise<FileReply> =>
  exportList(ctx, {
    name: 'customers',
    subject: 'the list of customers',
    cells: CUSTOMER_CELLS,
    filters,
    readPage: (cursor) =>
      listCustomers(ctx, { ...filters, limit: CUSTOMERS_PAGE_MAX, ...(cursor !== undefined && { cursor }) }),
  })

/** Lists the first `ALL_CUSTOMERS_MAX` of the caller's customers by name, for choosing one, with what was sent last. */
export async function listAllCustomersOf(ctx: PlatformContext, { search }: { search?: string | undefined }) {
  const rows = await findRows(ctx, { search }, ALL_CUSTOMERS_MAX)
  const customerIds = rows.map((row) => row.customer_id)
  const sales = await readSalesOf(ctx, customerIds, 1)
  return rows.map((row) => ({ ...showData(row), lastSale: sales.get(row.customer_id)?.sales[0] ?? null }))
}

/** Counts what the member's lists show: their own customers and requests, or all for an administrator. */
export async function readStatistics(ctx: PlatformContext): Promise<SalesStatistics> {
  const scope = scopeOf(requireMember(ctx))
  const now = ctx.clock.now()
  const soon = addMilliseconds(now, EXPIRING_SOON_MS)
  const { database } = ctx
  const [[row], [customers]] = await Promise.all(
    scope === null
      ? [database.run(lists.countAllRequests, { now, soon }), database.run(lists.countAllCustomers)]
      : [
          database.run(lists.countRequestsOfRep, { now, soon, repId: scope }),
          database.run(lists.countCustomersOfRep, { repId: scope }),
        ],
  )
  invariant(row && customers, 'counting answers with one row')
  return {
    totalCustomers: customers.customers,
    paymentRequests: row.paid + row.sent + row.expired,
    paid: row.paid,
    pending: row.sent - row.overdue,
    expired: row.expired + row.overdue,
    expiringSoon: row.expiring_soon,
    // May exceed the limit of a single amount: this is a sum over years.
    paidTotal: dollarTextFromCents(Number(row.paid_cents) as Cents),
  }
}

async function readSalesOf(ctx: PlatformContext, customerIds: readonly CustomerId[], limit = CUSTOMER_SALES_MAX) {
  const found = new Map<string, { sales: CustomerSale[]; orderCount: number }>()
  if (customerIds.length === 0) return found
  const now = ctx.clock.now()
  for (const row of await ctx.database.run(lists.listSalesOfCustomers, { customerIds, limit })) {
    const entry = found.get(row.customer_id) ?? { sales: [], orderCount: row.paid }
    found.set(row.customer_id, entry)
    entry.sales.push({
      id: row.payment_request_id as PaymentRequestId,
      ...shownOf(row, 'token', 'created_at', 'paid_at'),
      status: statusAt({ ...row, close_reason: null, declines: 0 }, now).status,
      total: dollarTextFromCents(row.total_cents as Cents),
    })
  }
  return found
}
