/** Words for orders on the administrators' screens. */

import { MESSAGE_KINDS } from '#contract/admin/messages.ts'
import type { AdminOrder, ListedOrder } from '#contract/admin/order-screen.ts'
import { packageName } from '#contract/catalogue/catalogue.ts'
import type { OrderStatus, PaymentMethod } from '#contract/orders/orders.ts'
import { REFUND_STATE_NAMES } from '#contract/payments/refund-states.ts'
import type { SalesChannel, SalesDimension } from '#contract/sales/analytics.ts'
import { formatDollars } from '#web/lib/format.ts'
import { REFUND_STATE_TONES } from '#web/lib/refund-words.ts'
import type { StatusTone } from '#web/ui/status-pill.tsx'

export const ORDER_STATUS_NAMES: Readonly<Record<OrderStatus, string>> = {
  awaiting_payment: 'Waiting for payment',
  completed: 'Paid',
  processed: 'Processed',
  refunded: 'Refunded',
  cancelled: 'Canceled',
}

export const ORDER_STATUS_TONES: Readonly<Record<OrderStatus, StatusTone>> = {
  awaiting_payment: 'waiting',
  completed: 'done',
  processed: 'done',
  refunded: 'over',
  cancelled: 'plain',
}

/** An order’s state as a word and a look; for a fully refunded order, the state of that refund. */
export const orderPill = ({ status, refundState }: Pick<ListedOrder, 'status' | 'refundState'>) =>
  status === 'refunded' && refundState
    ? ({ tone: REFUND_STATE_TONES[refundState], name: REFUND_STATE_NAMES[refundState] } as const)
    : { tone: ORDER_STATUS_TONES[status], name: ORDER_STATUS_NAMES[status] }

export const METHOD_NAMES: Readonly<Record<PaymentMethod, string>> = {
  stripe: 'Card',
  cash_app: 'Cash App',
  free: 'Nothing to pay',
  manual: 'Recorded by hand',
}

/** How an order was paid, including store credit. */
export function paidWords({ paymentMethod, credit }: Pick<AdminOrder, 'paymentMethod' | 'credit'>): string {
  if (Number(credit) === 0) return METHOD_NAMES[paymentMethod]
  const words = `${formatDollars(credit)} by store credit`
  return paymentMethod === 'free' ? words : `${METHOD_NAMES[paymentMethod]}, ${words}`
}

export const CHANNEL_NAMES: Readonly<Record<SalesChannel, string>> = {
  storefront: 'Storefront',
  link: 'Payment link',
  team: 'Team member’s cart',
}

const DIMENSION_NAMES: Readonly<Record<SalesDimension, string>> = {
  lead_type: 'Lead type',
  tier: 'Tier',
  state: 'State',
  county: 'County',
  rep: 'Rep',
  channel: 'Channel',
  package: 'Package',
}

/** Names a clicked figure: `Tier: VIP`, under the name it had there. */
export function figureWords({
  dimension,
  value,
  label,
}: {
  dimension: SalesDimension
  value: string
  label: string
}): string {
  return `${DIMENSION_NAMES[dimension]}: ${label || value || 'Without a rep'}`
}

/** `VIP Junior Package, Travis, Texas`, and how many more. */
export function packagesWords({ firstLine, packages }: Pick<ListedOrder, 'firstLine' | 'packages'>): string {
  if (!firstLine) return 'No packages'
  const { county, state } = firstLine
  const more = packages > 1 ? ` and ${packages - 1} more` : ''
  return `${packageName(firstLine)}, ${county}, ${state}${more}`
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

const messageKindName = (kind: string): string =>
  kind in MESSAGE_KINDS ? MESSAGE_KINDS[kind as keyof typeof MESSAGE_KINDS] : kind

/** The name of a mail or text. */
export { messageKindName }

/** Describes one event of an order in a sentence. */
export function storyWords({ kind, detail }: Story): string {
  const words = STORY_WORDS[kind]
  if (kind === 'verified' || kind === 'rejected') return `${words} ${detail ?? 'someone'}`
  if (!detail || kind === 'expired') return words
  if (/^(mail|text)_/.test(kind)) return `${words}: ${messageKindName(detail).toLowerCase()}`
  return `${words}: ${detail.replaceAll('_', ' ')}`
}

/** Why nothing can be refunded. */
export const OBSTACLE_WORDS: Readonly<Record<NonNullable<AdminOrder['refundObstacle']>, string>> = {
  not_paid: 'Nobody has paid for this order, so there is nothing to refund.',
  nothing_left: 'It was already refunded in full.',
  disputed:
    'The buyer’s bank is disputing this payment and is holding the money or has returned it. A refund now would pay the buyer twice.',
}

/** How a line's price changed because other packages are gone; null if it did not. */
export const lostDiscountWords = ({
  lostDiscount,
}: Pick<AdminOrder['lines'][number], 'lostDiscount'>): string | null =>
  lostDiscount > 0
    ? `Costs ${formatDollars(lostDiscount)} more: it lost a discount it had only with the returned packages`
    : null
