/** Figures over the sales a member sees, and the sales of customers. */
import { CUSTOMER_SALES_MAX, type CustomerSale } from '#contract/links/customers.ts'
import type { SalesStatistics } from '#contract/links/payment-requests.ts'
import { dollarTextFromCents } from '#contract/money.ts'
import type { Cents, CustomerId, PaymentRequestId } from '#contract/values.ts'
import { addMilliseconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { invariant } from '#server/platform/invariant.ts'
import { requireMember, scopeOf } from '#server/platform/member.ts'
import {
  countAllCustomers,
  countAllRequests,
  countCustomersOfRep,
  countRequestsOfRep,
  listSalesOfCustomers,
} from './list-queries.ts'
import { EXPIRING_SOON_MS } from './rules.ts'
import { statusAt } from './show-request.ts'

/** Counts over what the member's lists show: their own customers and requests, an administrator's all. */
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
    // Beyond what a single amount may be: this is a sum over years.
    paidTotal: dollarTextFromCents(Number(row.paid_cents) as Cents),
  }
}

/** The newest requests of customers with how many were paid, for lists of customers. Customers without any have no entry. */
export async function readSalesOf(
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
