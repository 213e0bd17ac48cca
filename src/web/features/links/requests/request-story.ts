import type { ExpiredReason, PaymentRequest } from '#contract/links/payment-request-values.ts'
import { DECLINED } from '#contract/payments/decline-reasons.ts'
import { formatTimeLeft } from '#web/lib/format.ts'
import { formatRecent } from '#web/lib/format-late.ts'
import { refundWords } from '#web/lib/order-statuses.ts'
import { EXPIRED_REASONS, mailErrorWords } from '#web/lib/payment-request-words.ts'

type StoryHint = { text: string; tone: 'plain' | 'attention' | 'danger' }

/** A link that ends within this time is in the queue of those that expire soon. */
const EXPIRING_SOON_MS = 2 * 60 * 60 * 1000

type Told = Pick<
  PaymentRequest,
  | 'status'
  | 'reason'
  | 'mail'
  | 'openedAt'
  | 'cashAppChosenAt'
  | 'remindAt'
  | 'declinedReason'
  | 'newLinkAskedAt'
  | 'refundedTotal'
  | 'refundState'
>

/** What happened to a request so far, in words: sent, opened, declined and why. */
export function storyOf(request: Told, nowMs: number): StoryHint[] {
  const hints: StoryHint[] = []
  // The status says it of every other reason.
  if (request.reason === 'declined') hints.push(plain(EXPIRED_REASONS.declined))
  const refund = refundWords(request)
  if (refund) hints.push({ text: refund, tone: request.refundState === 'failed' ? 'danger' : 'plain' })
  if (request.status === 'expired' && request.newLinkAskedAt)
    hints.push({ text: 'Customer asked for a new link', tone: 'danger' })
  if (request.status !== 'sent') return hints

  hints.push(mailHint(request, nowMs))
  // The status says that it was.
  if (request.declinedReason && request.declinedReason !== DECLINED)
    hints.push({ text: request.declinedReason, tone: 'danger' })
  if (request.cashAppChosenAt)
    hints.push({ text: `Chose Cash App ${formatRecent(request.cashAppChosenAt, nowMs)}`, tone: 'attention' })
  if (request.remindAt) hints.push(plain(`Reminder ${formatRecent(request.remindAt, nowMs)}`))
  return hints
}

/** Whether the link can still be paid: its status is sent, and it has not expired. */
export const isLive = ({ status, expiresAt }: Pick<PaymentRequest, 'status' | 'expiresAt'>, nowMs: number): boolean =>
  status === 'sent' && Date.parse(expiresAt) > nowMs

/** What can be done with a request, besides looking at it and repeating it. */
export type RequestAction = 'copy' | 'mail' | 'remind' | 'resend' | 'void' | 'mark-paid'

/** What the store allows, by what became of a request: `live`, `paid`, or why it is over. */
const ACTIONS = {
  live: ['copy', 'mail', 'remind', 'resend', 'void', 'mark-paid'],
  time: ['resend', 'mark-paid'],
  declined: ['resend', 'mark-paid'],
  voided: ['resend'],
  replaced: [],
  paid: [],
} as const satisfies Record<ExpiredReason | 'live' | 'paid', readonly RequestAction[]>

/** The actions that a request's state allows now; a link is over the moment its time is, before the store has ended it. */
export function actionsOf(
  request: Pick<PaymentRequest, 'status' | 'reason' | 'expiresAt'>,
  nowMs: number,
): ReadonlySet<RequestAction> {
  if (isLive(request, nowMs)) return new Set(ACTIONS.live)
  const isOver = request.status === 'sent' || request.status === 'expired'
  return new Set(ACTIONS[isOver ? (request.reason ?? 'time') : 'paid'])
}

/** Whether the mail server refused the email, for good or so far, and the customer has not seen the link another way. */
export const hasMailTrouble = ({ mail, openedAt }: Pick<PaymentRequest, 'mail' | 'openedAt'>): boolean =>
  openedAt === null && (mail.state === 'failed' || (mail.state === 'waiting' && mail.error !== null))

const plain = (text: string): StoryHint => ({ text, tone: 'plain' })

function mailHint({ mail: { state, error }, openedAt }: Told, nowMs: number): StoryHint {
  // After the status that says so.
  if (openedAt) return plain(formatRecent(openedAt, nowMs))
  const why = error ? `: ${mailErrorWords(error)}` : ''
  if (state === 'failed') return { text: `The email was not delivered${why}`, tone: 'danger' }
  if (state === 'sent') return plain('Not opened yet')
  return error ? { text: `Not emailed yet, we keep trying${why}`, tone: 'danger' } : plain('The email is on its way')
}

/** How long a link still works. */
export function endHint({ expiresAt }: Pick<PaymentRequest, 'expiresAt'>, nowMs: number): StoryHint {
  const leftMs = Date.parse(expiresAt) - nowMs
  if (leftMs <= 0) return plain('Expiring now')
  const tone = leftMs < EXPIRING_SOON_MS ? 'attention' : 'plain'
  return { text: `Expires ${formatTimeLeft(expiresAt, nowMs)}`, tone }
}
