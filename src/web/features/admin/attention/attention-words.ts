/** What needs attention, in words. */
import { ATTENTION_COUNT_MAX, type AttentionKind, type AttentionPart } from '#contract/admin/attention.ts'

interface KindWords {
  one: string
  many: string
  /** What to do about it. */
  advice: string
  /** Where to do it. */
  action: string
}

export const ATTENTION_WORDS: Readonly<Record<AttentionKind, KindWords>> = {
  cash_app: {
    one: 'Cash App order to verify',
    many: 'Cash App orders to verify',
    advice: 'Check Cash App for the money, then verify or reject the order. Orders you don’t verify expire.',
    action: 'Open the Cash App queue',
  },
  cash_app_links: {
    one: 'payment link to verify in Cash App',
    many: 'payment links to verify in Cash App',
    advice: 'Check Cash App for the money, then mark the payment request as paid before its link expires.',
    action: 'Show these links',
  },
  fulfilment: {
    one: 'package to deliver',
    many: 'packages to deliver',
    advice: 'We promise buyers their leads within 24 hours of payment. The most urgent come first.',
    action: 'Open Fulfillment',
  },
  shortfalls: {
    one: 'package short of leads',
    many: 'packages short of leads',
    advice: 'Owners opted out before delivery, and no other leads were left. Make it up to the buyer.',
    action: 'Open Fulfillment',
  },
  claims: {
    one: 'claim to answer',
    many: 'claims to answer',
    advice: 'A buyer says a lead is bad. If you don’t answer within two days, the claim is granted.',
    action: 'Answer claims',
  },
  disputes: {
    one: 'dispute to answer',
    many: 'disputes to answer',
    advice: 'A buyer’s bank is asking for evidence. If you don’t answer in time, you lose the money.',
    action: 'Answer disputes',
  },
  refunds: {
    one: 'failed refund',
    many: 'failed refunds',
    advice: 'The card provider hasn’t accepted it yet. We keep retrying. See why it fails.',
    action: 'Review refunds',
  },
  links: {
    one: 'payment link expiring within 2 hours',
    many: 'payment links expiring within 2 hours',
    advice: 'A call may still save the sale. When a link expires, its packages go back on sale.',
    action: 'Show these links',
  },
  messages: {
    one: 'undelivered message',
    many: 'undelivered messages',
    advice: 'Someone is waiting for this message. Try again, or fix the address or number and set it aside.',
    action: 'Open the message log',
  },
  jobs: {
    one: 'failed background job',
    many: 'failed background jobs',
    advice: 'The store stopped trying. Fix the cause and run it again, or drop it.',
    action: 'Review jobs',
  },
  backups: {
    one: 'problem with backups',
    many: 'problems with backups',
    advice: 'Until it is fixed, a lost disk may cost orders. The runbook says what to do: docs/runbooks/backups.md.',
    action: 'Review jobs',
  },
  log: {
    one: 'problem with the public log',
    many: 'problems with the public log',
    advice: 'Buyers get no new proofs until it is fixed. The runbook says what to do: docs/runbooks/log.md.',
    action: 'Review jobs',
  },
  low_stock: {
    one: 'low-stock alert',
    many: 'low-stock alerts',
    advice: 'Stock that fell to 10 packages or fewer. Restock before it sells out.',
    action: 'Restock',
  },
}

/** `99+` above the maximum count. */
export const countText = (count: number): string =>
  count > ATTENTION_COUNT_MAX ? `${ATTENTION_COUNT_MAX}+` : `${count}`

/** `2 cash-app orders to verify`. */
export function partTitle({ kind, count }: Pick<AttentionPart, 'kind' | 'count'>): string {
  const { one, many } = ATTENTION_WORDS[kind]
  return `${countText(count ?? 0)} ${count === 1 ? one : many}`
}

/** What is waiting, as far as it could be read. */
export const waitingOf = (parts: readonly AttentionPart[]): AttentionPart[] => parts.filter(({ count }) => count)
