import type { Context } from '#server/gateways/context.ts'
import { addMilliseconds, days } from '#server/platform/clock.ts'
import { inBatches } from '#server/platform/jobs/batches.ts'

/** A demonstration ends within weeks; the mails of one hold names and addresses, and a load test sends thousands. */
const MAILS_KEPT_MS = days(30)

/**
 * Deletes mails that the sandbox mailbox took more than 30 days ago. A real mail server keeps none for us.
 *
 * @returns how many
 */
export async function forgetOldMails(ctx: Context): Promise<number> {
  const before = addMilliseconds(ctx.clock.now(), -MAILS_KEPT_MS)
  return inBatches(ctx, { what: 'old mails of the sandbox were deleted' }, (rowsMax) =>
    ctx.gateways.email.forgetMails(before, rowsMax),
  )
}
