import type { ReplyOf } from '#contract/endpoint.ts'
import type { Customer, getCustomer } from '#contract/links/customers.ts'
import type { TimelineEntry } from '#contract/links/payment-request-values.ts'
import type { CustomerId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { type Member, requireMember, scopeOf } from '#server/platform/member.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { CustomerHistory } from './customer-history.ts'
import { type CustomerRow, findCustomer } from './customer-queries.ts'

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
export async function showCustomers(
  ctx: PlatformContext,
  rows: readonly CustomerRow[],
  history: CustomerHistory,
): Promise<Customer[]> {
  if (rows.length === 0) return []
  const sales = await history.readSales(
    ctx,
    rows.map((row) => row.customer_id),
  )
  return rows.map((row) => {
    const { sales: salesHistory = [], orderCount = 0 } = sales.get(row.customer_id) ?? {}
    return { ...showData(row), orderCount, salesHistory: [...salesHistory] }
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
export async function showCustomer(
  ctx: PlatformContext,
  member: Member,
  id: CustomerId,
  history: CustomerHistory,
): Promise<Customer> {
  const [shown] = await showCustomers(ctx, [await findOwnCustomer(ctx, member, id)], history)
  if (!shown) throw new Refusal('customer_not_found')
  return shown
}

/**
 * One customer with everything that happened, newest first.
 *
 * @throws Refusal `customer_not_found`
 */
export async function readCustomer(
  ctx: PlatformContext,
  id: CustomerId,
  history: CustomerHistory,
): Promise<ReplyOf<typeof getCustomer>> {
  const shown = await showCustomer(ctx, requireMember(ctx), id, history)
  const added: TimelineEntry = {
    kind: 'customer_added',
    at: shown.createdAt,
    detail: null,
    // Customers pass from rep to rep, and nobody noted who made one.
    by: null,
    requestToken: null,
  }
  const happened = await history.readTimeline(ctx, id)
  // What came with the first request happened at the same instant: the customer was there before it. Of others of one
  // instant, the one that was told later is the newer.
  const timeline = happened.toReversed().sort((one, other) => other.at.localeCompare(one.at))
  const place = timeline.findLastIndex((entry) => entry.at >= added.at) + 1
  return { ...shown, timeline: timeline.toSpliced(place, 0, added) }
}
