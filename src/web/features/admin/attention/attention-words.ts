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
    one: 'cash-app order to verify',
    many: 'cash-app orders to verify',
    advice: 'Look for the money in the cash app, then verify or reject the order. Unverified ones end by themselves.',
    action: 'Open the cash-app queue',
  },
  fulfilment: {
    one: 'package to deliver',
    many: 'packages to deliver',
    advice: 'Buyers are promised their leads within 24 hours of paying. Those with the least time left come first.',
    action: 'Open fulfilment',
  },
  shortfalls: {
    one: 'package short of leads',
    many: 'packages short of leads',
    advice: 'Owners asked to be left alone before their leads were delivered, and no other was left. Make up for it.',
    action: 'Open fulfilment',
  },
  disputes: {
    one: 'dispute to answer',
    many: 'disputes to answer',
    advice: 'A buyer’s bank asks for evidence. Without an answer in time the money is lost.',
    action: 'Answer disputes',
  },
  refunds: {
    one: 'refund not made',
    many: 'refunds not made',
    advice: 'The card provider did not take it so far. It is tried again by itself; see why it fails.',
    action: 'Look into refunds',
  },
  links: {
    one: 'payment link expires within 2 hours',
    many: 'payment links expire within 2 hours',
    advice: 'A call may still win the sale. Expired links give their packages back.',
    action: 'Show these links',
  },
  messages: {
    one: 'message did not get through',
    many: 'messages did not get through',
    advice: 'Somebody waits for this message. Try it again, or correct the address or number and set it aside.',
    action: 'Open the message log',
  },
  jobs: {
    one: 'background job failed',
    many: 'background jobs failed',
    advice: 'The store gave up on it by itself. Run it again once its cause is healed, or give it up.',
    action: 'Look into jobs',
  },
  low_stock: {
    one: 'low-stock alert',
    many: 'low-stock alerts',
    advice: 'Stock that fell to 10 packages or fewer and was not filled up since. Fill it up before it sells out.',
    action: 'Fill up stock',
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
