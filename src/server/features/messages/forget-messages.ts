import type { ContactsListener } from '#server/features/orders/forget-old-contacts.ts'
import type { Context } from '#server/gateways/context.ts'
import { addMilliseconds, days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inBatches } from '#server/platform/jobs/batches.ts'
import type { OrderMessageKind } from './message-composer.ts'
import { forgetAddresses as forgetAddressesStatement } from './queries.ts'
import { INSTRUCTIONS_MAX } from './queue-message.ts'
import { forgetReports } from './sms-queries.ts'

/** The kinds of which an order has one message, named after it. */
const ONE_OF_AN_ORDER = [
  'order_confirmation',
  'money_returned',
  'cash_app_closed',
] as const satisfies readonly OrderMessageKind[]

/**
 * Takes the addresses out of the log of messages with the contact of the orders that they were about, in the same
 * transaction. An order that was paid keeps its contact, so its confirmations and refunds keep theirs.
 */
export const forgetAddresses: ContactsListener = async (tx, orderIds) => {
  await tx.run(forgetAddressesStatement, { orderIds, orderKinds: ONE_OF_AN_ORDER, instructionsMax: INSTRUCTIONS_MAX })
}

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

/**
 * A report is stored so that it does its work once. One that comes again after this time changes nothing either, since its
 * message has gone further; what it said last stands there.
 */
const REPORTS_KEPT_MS = days(30)

/**
 * Deletes reports about texts that are older than 30 days. Answers (STOP, START) stay: one that could be sent again would
 * count again.
 *
 * @returns how many
 */
export async function forgetSmsReports(ctx: PlatformContext): Promise<number> {
  const before = addMilliseconds(ctx.clock.now(), -REPORTS_KEPT_MS)
  return inBatches(ctx, { what: 'old reports about texts were deleted' }, async (rowsMax) => {
    const [gone] = await ctx.database.run(forgetReports, { before, limit: rowsMax })
    return gone?.rows ?? 0
  })
}
