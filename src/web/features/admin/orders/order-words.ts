import { MESSAGE_KINDS } from '#contract/admin/messages.ts'
import type { AdminOrder } from '#contract/admin/order-screen.ts'
import type { PaymentMethod } from '#contract/orders/orders.ts'
import { formatDollars } from '#web/lib/format.ts'
import { ORDER_STATUSES, PARTLY_REFUNDED } from '#web/lib/order-statuses.ts'

/** What the list of orders can be narrowed to. */
export const STATUS_FILTERS = { ...ORDER_STATUSES, partly_refunded: PARTLY_REFUNDED }
export type StatusFilter = keyof typeof STATUS_FILTERS

export const METHOD_NAMES: Readonly<Record<PaymentMethod, string>> = {
  stripe: 'Card',
  cash_app: 'Cash App',
  free: 'Nothing to pay',
  manual: 'Recorded by hand',
}

export const METHODS = Object.keys(METHOD_NAMES) as PaymentMethod[]

/** How an order was paid, including store credit. */
export function paidWords({ paymentMethod, credit }: Pick<AdminOrder, 'paymentMethod' | 'credit'>): string {
  if (Number(credit) === 0) return METHOD_NAMES[paymentMethod]
  const words = `${formatDollars(credit)} by store credit`
  return paymentMethod === 'free' ? words : `${METHOD_NAMES[paymentMethod]}, ${words}`
}

type Story = AdminOrder['timeline'][number]

const STORY_WORDS: Readonly<Record<Story['kind'], string>> = {
  placed: 'Order placed',
  link_sent: 'Payment link sent',
  link_opened: 'Payment link opened',
  declined: 'Card declined',
  paid: 'Paid',
  verified: 'Cash App payment verified by',
  rejected: 'Rejected by',
  expired: 'Canceled: no payment in time',
  cancelled: 'Canceled',
  refund_decided: 'Refund approved',
  refund_made: 'Refund made by the card provider',
  mail_handed_over: 'Email sent',
  mail_failed: 'Email failed',
  text_handed_over: 'Text sent',
  text_failed: 'Text not sent',
  disputed: 'Disputed by the buyer’s bank',
  evidence_submitted: 'Evidence submitted',
  dispute_closed: 'Dispute decided',
}

export const messageKindName = (kind: string): string =>
  kind in MESSAGE_KINDS ? MESSAGE_KINDS[kind as keyof typeof MESSAGE_KINDS] : kind

/** Describes one event of an order in a sentence. */
export function storyWords({ kind, detail }: Story): string {
  const words = STORY_WORDS[kind]
  if (kind === 'verified' || kind === 'rejected') return `${words} ${detail ?? 'someone'}`
  if (!detail || kind === 'expired') return words
  if (/^(mail|text)_/.test(kind)) return `${words}: ${messageKindName(detail).toLowerCase()}`
  return `${words}: ${detail.replaceAll('_', ' ')}`
}

export const OBSTACLE_WORDS: Readonly<Record<NonNullable<AdminOrder['refundObstacle']>, string>> = {
  not_paid: 'Nobody has paid for this order, so there is nothing to refund.',
  nothing_left: 'It was already refunded in full.',
  disputed:
    'The buyer’s bank is disputing this payment and is holding the money or has returned it. A refund now would pay the buyer twice.',
}
