/** Finding a request for somebody: who may see it is decided here. */
import type { PaymentRequestId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database.ts'
import { type Member, scopeOf } from '#server/platform/member.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findById, findByToken } from './queries.ts'
import type { RequestRow } from './request-row.ts'

const mayBeSeenBy = (member: Member, row: RequestRow | undefined): row is RequestRow => {
  const scope = scopeOf(member)
  return row !== undefined && (scope === null || row.rep_id === scope)
}

/** @throws Refusal `payment_request_not_found`, the same for unknown and guessed tokens */
export async function findByLink(ctx: { readonly database: Executor }, token: string): Promise<RequestRow> {
  const [row] = await ctx.database.run(findByToken, { token })
  if (!row) throw new Refusal('payment_request_not_found')
  return row
}

/** A member's own request, or any for an administrator. @throws Refusal `invoice_not_found`, the same for another rep's */
export async function findInvoice(ctx: PlatformContext, member: Member, token: string): Promise<RequestRow> {
  const [row] = await ctx.database.run(findByToken, { token })
  if (!mayBeSeenBy(member, row)) throw new Refusal('invoice_not_found')
  return row
}

/** As `findInvoice`, by the id of the request. */
export async function findOwn(ctx: PlatformContext, member: Member, id: PaymentRequestId): Promise<RequestRow> {
  const [row] = await ctx.database.run(findById, { paymentRequestId: id })
  if (!mayBeSeenBy(member, row)) throw new Refusal('invoice_not_found')
  return row
}

/** A request by its id, for the store itself; null when there is none. */
export async function findRequest(ctx: PlatformContext, id: string): Promise<RequestRow | null> {
  const [row] = await ctx.database.run(findById, { paymentRequestId: id })
  return row ?? null
}
