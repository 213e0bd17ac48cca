import type { CustomerId } from '#contract/values.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import type { Contact } from '#server/features/orders/contact.ts'
import { placeLinkOrder } from '#server/features/orders/link-order.ts'
import type { OpenOrder, OrderedLine } from '#server/features/orders/place-order.ts'
import { addMilliseconds, hours } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { areAttemptsLeft, countAttempts, type Limit } from '#server/platform/count-attempts.ts'
import type { Executor, Transaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { newToken } from '#server/platform/ids.ts'
import { insertRequest } from './queries.ts'
import { tellRequestListeners } from './request-events.ts'
import { holdUntil, linkMessageId, remindAt } from './rules.ts'

/** Emails with a link from one rep to one address within an hour: enough for a customer who changes their mind. */
const MAILS_OF_REP_MAX = 5
/** The same from all reps together. */
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

/** Checks before any change whether one more email may go out. @throws Refusal `rate_limited` */
export async function requireLinkMail(ctx: PlatformContext, mail: LinkMail): Promise<void> {
  if (!(await areAttemptsLeft(ctx, limitsOf(mail)))) throw overMailed()
}

/**
 * Counts an email with a link, in the transaction that writes it and after everything else there, so if calls repeat
 * each other, only the one that writes counts. Reminders are not counted, since there is one per link.
 *
 * @throws Refusal `rate_limited`
 */
export async function countLinkMail(ctx: PlatformContext, tx: Transaction, mail: LinkMail): Promise<void> {
  if (!(await countAttempts(ctx, limitsOf(mail), tx))) throw overMailed()
}

/** The parts of a new request. */
export interface NewRequest {
  paymentRequestId: string
  lines: readonly OrderedLine[]
  contact: Contact
  customerId: CustomerId
  /** Whose sale it is, and their commission. */
  repId: string
  commissionBps: number
  specialOffers: string
  attemptId: string | null
  isReminderOn: boolean
  replacesId: string | null
  /** See `placeOrder`; `required` by default. */
  reserving?: 'required' | 'if_left'
  /** See `placeOrder`. */
  mayTell?: (email: string, executor: Executor) => Promise<boolean>
}

/** When a link ends that is sent at this moment. */
const linkEnd = (ctx: PlatformContext, sentAt: Date): Date => addMilliseconds(sentAt, hours(ctx.config.linkHours))

/** Until when the units of a link that is sent now are held. */
export const linkHoldEnd = (ctx: PlatformContext): Date => holdUntil(linkEnd(ctx, ctx.clock.now()))

/**
 * Writes a request with its order and the email with the link, in the caller's transaction, which has already held the
 * units for the request. The link lasts `linkHours` from now.
 *
 * @throws Refusal `rate_limited` if the customer got too many emails within the hour
 */
export async function writeRequest(ctx: PlatformContext, tx: Transaction, request: NewRequest): Promise<OpenOrder> {
  const { paymentRequestId, lines, contact, repId, commissionBps } = request
  const now = ctx.clock.now()
  const expiresAt = linkEnd(ctx, now)
  const order = await placeLinkOrder(ctx, tx, {
    paymentRequestId,
    lines,
    contact,
    repId,
    commissionBps,
    until: expiresAt,
    ...(request.reserving ? { reserving: request.reserving } : {}),
    ...(request.mayTell ? { mayTell: request.mayTell } : {}),
  })
  await tx.run(insertRequest, {
    paymentRequestId,
    token: newToken(),
    orderId: order.orderId,
    repId,
    customerId: request.customerId,
    attemptId: request.attemptId,
    customerName: contact.fullName,
    customerEmail: contact.email,
    totalCents: order.totalCents,
    specialOffers: request.specialOffers,
    now,
    expiresAt,
    remindAt: request.isReminderOn ? remindAt(now, expiresAt) : null,
    replacesId: request.replacesId,
  })
  await queueMessage(ctx, tx, {
    messageId: linkMessageId(paymentRequestId, 1),
    kind: 'payment_request',
    subjectId: paymentRequestId,
  })
  await tellRequestListeners(ctx, tx, { paymentRequestId, orderId: order.orderId, closeReason: null })
  await countLinkMail(ctx, tx, { repId, customerEmail: contact.email })
  return order
}
