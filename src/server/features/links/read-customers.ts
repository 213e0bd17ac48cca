import type { ReplyOf } from '#contract/endpoint.ts'
import {
  ALL_CUSTOMERS_MAX,
  CUSTOMER_SALES_MAX,
  CUSTOMERS_PAGE_DEFAULT,
  type Customer,
  type CustomerSale,
  type getCustomer,
  type listAllCustomers,
} from '#contract/links/customers.ts'
import type { TimelineEntry } from '#contract/links/payment-request-values.ts'
import type { SalesStatistics } from '#contract/links/payment-requests.ts'
import { dollarTextFromCents } from '#contract/money.ts'
import type { Cents, CustomerId, PaymentRequestId } from '#contract/values.ts'
import { readReference } from '#server/features/orders/search.ts'
import { addMilliseconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { type Member, requireMember, scopeOf } from '#server/platform/context.ts'
import { readCursor, writeCursor } from '#server/platform/cursor.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import { ALL_ROWS, readSearch, SEARCH_WALK, searchPage } from '#server/platform/search-text.ts'
import {
  type CustomerRow,
  countMatchingCustomers,
  findCustomer,
  listOfAll,
  listOfRep,
  searchOfAll,
  searchOfRep,
  walkAllCustomers,
  walkCustomersOfRep,
} from './customer-queries.ts'
import {
  countAllCustomers,
  countAllRequests,
  countCustomersOfRep,
  countRequestsOfRep,
  listSalesOfCustomers,
} from './list-queries.ts'
import { readCustomerTimeline } from './read-invoice.ts'
import { EXPIRING_SOON_MS } from './rules.ts'
import { statusAt } from './show-request.ts'

/** Formats a row for the wire, without its history. */
const showData = (row: CustomerRow) => ({
  id: row.customer_id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  address: row.address,
  businessName: row.business_name,
  notes: row.notes,
  createdAt: row.created_at.toISOString(),
  repName: row.rep_name,
})

/** Formats customers for the wire, in the order of the rows. */
async function showCustomers(ctx: PlatformContext, rows: readonly CustomerRow[]): Promise<Customer[]> {
  if (rows.length === 0) return []
  const sales = await readSalesOf(
    ctx,
    rows.map((row) => row.customer_id),
  )
  return rows.map((row) => {
    const { sales: salesHistory = [], orderCount = 0 } = sales.get(row.customer_id) ?? {}
    return { ...showData(row), orderCount, salesHistory }
  })
}

/**
 * Finds a customer that a member may see.
 *
 * @throws Refusal `customer_not_found`, also for another rep's customer
 */
export async function findOwnCustomer(ctx: PlatformContext, member: Member, id: CustomerId): Promise<CustomerRow> {
  const [row] = await ctx.database.run(findCustomer, { customerId: id, repId: scopeOf(member) })
  if (!row) throw new Refusal('customer_not_found')
  return row
}

/** Like `findOwnCustomer`, formatted for the wire. */
export async function showCustomer(ctx: PlatformContext, member: Member, id: CustomerId): Promise<Customer> {
  const [shown] = await showCustomers(ctx, [await findOwnCustomer(ctx, member, id)])
  if (!shown) throw new Refusal('customer_not_found')
  return shown
}

/**
 * Returns one customer with everything that happened, newest first.
 *
 * @throws Refusal `customer_not_found`
 */
export async function readCustomer(ctx: PlatformContext, id: CustomerId): Promise<ReplyOf<typeof getCustomer>> {
  const shown = await showCustomer(ctx, requireMember(ctx), id)
  const added: TimelineEntry = {
    kind: 'customer_added',
    at: shown.createdAt,
    detail: null,
    // Customers pass from rep to rep, and it is not recorded who created one.
    by: null,
    requestToken: null,
  }
  const happened = await readCustomerTimeline(ctx, id)
  // If the customer was created by its first request, both have the same time; the customer comes first. Among other
  // events with the same time, the one listed later is newer.
  const timeline = happened.toReversed().sort((one, other) => other.at.localeCompare(one.at))
  const place = timeline.findLastIndex((entry) => entry.at >= added.at) + 1
  return { ...shown, timeline: timeline.toSpliced(place, 0, added) }
}

/** Names the list in its cursors. */
const LIST = 'customers'

/** Finds rows by name that a member may see. */
async function findRows(
  ctx: PlatformContext,
  wanted: { search: string | undefined; after: readonly string[]; rowsMax: number },
): Promise<CustomerRow[]> {
  const repId = scopeOf(requireMember(ctx))
  const { database } = ctx
  const words = readSearch(wanted.search)
  if (words === 'none') return []
  // Names and ids are never empty, so nothing comes before two empty strings.
  const [afterName = '', afterCustomerId = ''] = wanted.after
  const page = { afterName, afterCustomerId, limit: wanted.rowsMax }
  if (words === null)
    return repId === null ? database.run(listOfAll, page) : database.run(listOfRep, { repId, ...page })
  const found = { ...page, ...words, ...readReference(wanted.search ?? '') }
  const walk = (rows: number) =>
    repId === null
      ? database.run(walkAllCustomers, { ...found, walk: rows })
      : database.run(walkCustomersOfRep, { ...found, repId, walk: rows })
  return searchPage(page.limit, {
    near: () => walk(SEARCH_WALK),
    count: () => database.run(countMatchingCustomers, words),
    byIndex: () => (repId === null ? database.run(searchOfAll, found) : database.run(searchOfRep, { repId, ...found })),
    far: () => walk(ALL_ROWS),
  })
}

/**
 * Lists a page of the caller's customers (all, for an administrator), by name.
 *
 * @throws Refusal `bad_request` for a cursor of another list
 */
export async function listCustomers(
  ctx: PlatformContext,
  query: { search?: string | undefined; cursor?: string | undefined; limit?: number | undefined },
): Promise<{ rows: Customer[]; next: string | null }> {
  const limit = query.limit ?? CUSTOMERS_PAGE_DEFAULT
  const after = readCursor(LIST, query.cursor, 2) ?? []
  // One more than shown, to know whether there are more.
  const found = await findRows(ctx, { search: query.search, after, rowsMax: limit + 1 })
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return {
    rows: await showCustomers(ctx, rows),
    next: last ? writeCursor(LIST, [last.sort_name, last.customer_id]) : null,
  }
}

/** Lists the first `ALL_CUSTOMERS_MAX` of the caller's customers by name, for choosing one; without their history. */
export async function listAllCustomersOf(
  ctx: PlatformContext,
  query: { search?: string | undefined },
): Promise<ReplyOf<typeof listAllCustomers>> {
  const rows = await findRows(ctx, { search: query.search, after: [], rowsMax: ALL_CUSTOMERS_MAX })
  return rows.map(showData)
}

/** Counts what the member's lists show: their own customers and requests, or all for an administrator. */
export async function readStatistics(ctx: PlatformContext): Promise<SalesStatistics> {
  const scope = scopeOf(requireMember(ctx))
  const now = ctx.clock.now()
  const soon = addMilliseconds(now, EXPIRING_SOON_MS)
  const [[row], [customers]] = await Promise.all(
    scope === null
      ? [ctx.database.run(countAllRequests, { now, soon }), ctx.database.run(countAllCustomers)]
      : [
          ctx.database.run(countRequestsOfRep, { now, soon, repId: scope }),
          ctx.database.run(countCustomersOfRep, { repId: scope }),
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

/**
 * Reads the newest requests of customers and how many were paid, for lists of customers. Customers without requests
 * have no entry.
 */
async function readSalesOf(
  ctx: PlatformContext,
  customerIds: readonly CustomerId[],
): Promise<Map<CustomerId, { sales: CustomerSale[]; orderCount: number }>> {
  const found = new Map<CustomerId, { sales: CustomerSale[]; orderCount: number }>()
  if (customerIds.length === 0) return found
  const now = ctx.clock.now()
  for (const row of await ctx.database.run(listSalesOfCustomers, { customerIds, limit: CUSTOMER_SALES_MAX })) {
    const customerId = row.customer_id as CustomerId
    const entry = found.get(customerId) ?? { sales: [], orderCount: row.paid }
    found.set(customerId, entry)
    entry.sales.push({
      id: row.payment_request_id as PaymentRequestId,
      token: row.token,
      status: statusAt({ ...row, close_reason: null, declines: 0 }, now).status,
      total: dollarTextFromCents(row.total_cents as Cents),
      createdAt: row.created_at.toISOString(),
      paidAt: row.paid_at?.toISOString() ?? null,
    })
  }
  return found
}
