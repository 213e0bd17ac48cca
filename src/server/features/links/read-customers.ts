import type { ReplyOf } from '#contract/endpoint.ts'
import {
  ALL_CUSTOMERS_MAX,
  CUSTOMERS_PAGE_DEFAULT,
  type Customer,
  type getCustomer,
  type listAllCustomers,
} from '#contract/links/customers.ts'
import type { TimelineEntry } from '#contract/links/payment-request-values.ts'
import type { CustomerId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { readCursor, writeCursor } from '#server/platform/cursor.ts'
import { type Member, requireMember, scopeOf } from '#server/platform/member.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { prefixSearch } from '#server/platform/search-words.ts'
import { type CustomerRow, findCustomer, listOfAll, listOfRep, searchOfAll, searchOfRep } from './customer-queries.ts'
import { readSalesOf } from './read-statistics.ts'
import { readCustomerTimeline } from './request-timeline.ts'

/** A row in the form of the wire, without its history. */
export const showData = (row: CustomerRow) => ({
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

/** Customers in the form of the wire, in the order of the rows. */
export async function showCustomers(ctx: PlatformContext, rows: readonly CustomerRow[]): Promise<Customer[]> {
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
 * A customer that a member may see.
 *
 * @throws Refusal `customer_not_found`, the same for an unknown one and another rep's
 */
export async function findOwnCustomer(ctx: PlatformContext, member: Member, id: CustomerId): Promise<CustomerRow> {
  const [row] = await ctx.database.run(findCustomer, { customerId: id, repId: scopeOf(member) })
  if (!row) throw new Refusal('customer_not_found')
  return row
}

/** As `findOwnCustomer`, in the form of the wire. */
export async function showCustomer(ctx: PlatformContext, member: Member, id: CustomerId): Promise<Customer> {
  const [shown] = await showCustomers(ctx, [await findOwnCustomer(ctx, member, id)])
  if (!shown) throw new Refusal('customer_not_found')
  return shown
}

/**
 * One customer with everything that happened, newest first.
 *
 * @throws Refusal `customer_not_found`
 */
export async function readCustomer(ctx: PlatformContext, id: CustomerId): Promise<ReplyOf<typeof getCustomer>> {
  const shown = await showCustomer(ctx, requireMember(ctx), id)
  const added: TimelineEntry = {
    kind: 'customer_added',
    at: shown.createdAt,
    detail: null,
    // Customers pass from rep to rep, and nobody noted who made one.
    by: null,
    requestToken: null,
  }
  const happened = await readCustomerTimeline(ctx, id)
  // What came with the first request happened at the same instant: the customer was there before it. Of others of one
  // instant, the one that was told later is the newer.
  const timeline = happened.toReversed().sort((one, other) => other.at.localeCompare(one.at))
  const place = timeline.findLastIndex((entry) => entry.at >= added.at) + 1
  return { ...shown, timeline: timeline.toSpliced(place, 0, added) }
}

/** Names the list in its cursors. */
const LIST = 'customers'

/** Rows by name that a member may see. */
async function findRows(
  ctx: PlatformContext,
  wanted: { search: string | undefined; after: readonly string[]; rowsMax: number },
): Promise<CustomerRow[]> {
  const scope = scopeOf(requireMember(ctx))
  const words = prefixSearch(wanted.search)
  // Names and ids are never empty, so nothing comes before two empty texts.
  const [name = '', id = ''] = wanted.after
  const page = { afterName: name, afterCustomerId: id, limit: wanted.rowsMax }
  if (words === null) {
    return scope === null ? ctx.database.run(listOfAll, page) : ctx.database.run(listOfRep, { repId: scope, ...page })
  }
  return scope === null
    ? ctx.database.run(searchOfAll, { search: words, ...page })
    : ctx.database.run(searchOfRep, { repId: scope, search: words, ...page })
}

/**
 * One page of the caller's customers (an administrator's: all), by name.
 *
 * @throws Refusal `bad_request` for a cursor of another list
 */
export async function listCustomers(
  ctx: PlatformContext,
  query: { search?: string | undefined; cursor?: string | undefined; limit?: number | undefined },
): Promise<{ rows: Customer[]; next: string | null }> {
  const limit = query.limit ?? CUSTOMERS_PAGE_DEFAULT
  const after = readCursor(LIST, query.cursor, 2) ?? []
  // One more than is shown, to know whether there is more.
  const found = await findRows(ctx, { search: query.search, after, rowsMax: limit + 1 })
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return {
    rows: await showCustomers(ctx, rows),
    next: last ? writeCursor(LIST, [last.sort_name, last.customer_id]) : null,
  }
}

/** The first `ALL_CUSTOMERS_MAX` of the caller's customers by name, for choosing one; without their history. */
export async function listAllCustomersOf(
  ctx: PlatformContext,
  query: { search?: string | undefined },
): Promise<ReplyOf<typeof listAllCustomers>> {
  const rows = await findRows(ctx, { search: query.search, after: [], rowsMax: ALL_CUSTOMERS_MAX })
  return rows.map(showData)
}
