import type { Context } from '#server/gateways/context.ts'
import { addMilliseconds, days } from '#server/platform/clock.ts'
import { inBatches } from '#server/platform/jobs/batches.ts'

/** A demonstration ends within weeks; the mails of one hold names and addresses, and a load test sends thousands. */
const MAILS_KEPT_MS = days(30)

/**
 * Deletes mails and texts that the sandbox took more than 30 days ago. A real mail server or SMS service keeps none for us.
 *
 * @returns how many
 */
export async function forgetOldMails(ctx: Context): Promise<number> {
  const before = addMilliseconds(ctx.clock.now(), -MAILS_KEPT_MS)
  const { email, sms } = ctx.gateways
  const mails = await inBatches(ctx, { what: 'old mails of the sandbox were deleted' }, (rowsMax) =>
    email.forgetMails(before, rowsMax),
  )
  // Most often they lie together, and are gone already.
  const texts = await inBatches(ctx, { what: 'old texts of the sandbox were deleted' }, (rowsMax) =>
    sms.forgetTexts(before, rowsMax),
  )
  return mails + texts
}
