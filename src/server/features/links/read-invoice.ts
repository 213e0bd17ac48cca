import type { Invoice } from '#contract/links/payment-request-values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { requireMember } from '#server/platform/member.ts'
import { findInvoice } from './find-request.ts'
import { findReplacement, findToken } from './queries.ts'
import { requestTimeline } from './request-timeline.ts'
import { showRequest } from './show-request.ts'

/**
 * One request with its story: a rep's own, an administrator's any.
 *
 * @throws Refusal `invoice_not_found`, the same for unknown ones and another rep's
 */
export async function readInvoice(ctx: PlatformContext, token: string): Promise<Invoice> {
  const row = await findInvoice(ctx, requireMember(ctx), token)
  const [timeline, [replacement], [replaced]] = await Promise.all([
    requestTimeline(ctx, [row]),
    ctx.database.run(findReplacement, { replacesId: row.payment_request_id }),
    row.replaces_id ? ctx.database.run(findToken, { paymentRequestId: row.replaces_id }) : [],
  ])
  return {
    ...showRequest(ctx, row),
    timeline,
    replacesToken: replaced?.token ?? null,
    replacedByToken: replacement?.token ?? null,
    markedPaidBy: row.marked_by_name,
    markReference: row.mark_reference,
    now: ctx.clock.now().toISOString(),
  }
}
