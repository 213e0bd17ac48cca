import { hours } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { areAttemptsLeft, countAttempts, type Limit } from '#server/platform/count-attempts.ts'
import type { Transaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Mails with a link of one rep to one address within an hour: for a customer who changes their mind. */
const MAILS_OF_REP_MAX = 5
/** The same of all reps together. */
const MAILS_TO_CUSTOMER_MAX = 10
const WINDOW_MS = hours(1)

interface LinkMail {
  repId: string
  customerEmail: string
}

function limitsOf({ repId, customerEmail }: LinkMail): Limit[] {
  const to = customerEmail.toLowerCase()
  return [
    { kind: 'link-mail-of', parts: [repId, to], max: MAILS_OF_REP_MAX, windowMs: WINDOW_MS },
    { kind: 'link-mail-to', parts: [to], max: MAILS_TO_CUSTOMER_MAX, windowMs: WINDOW_MS },
  ]
}

const overMailed = () => new Refusal('rate_limited.link_mails')

/** Looks, before anything is changed, whether one more mail may go out. @throws Refusal `rate_limited` */
export async function requireLinkMail(ctx: PlatformContext, mail: LinkMail): Promise<void> {
  if (!(await areAttemptsLeft(ctx, limitsOf(mail)))) throw overMailed()
}

/**
 * Counts a mail with a link, in the transaction that writes it and after everything else there: of calls that repeat each other
 * one writes, and only that one counts. Reminders are not counted: there is one for each link.
 *
 * @throws Refusal `rate_limited`
 */
export async function countLinkMail(ctx: PlatformContext, tx: Transaction, mail: LinkMail): Promise<void> {
  if (!(await countAttempts(ctx, limitsOf(mail), tx))) throw overMailed()
}
