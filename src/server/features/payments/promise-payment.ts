/**
 * Payments by the cash app. One is promised when the buyer chooses it, and stands in the one place an order has for a
 * payment, so no card can pay the order meanwhile. It ends once: kept, broken or withdrawn.
 */

import type { Cents, OrderId, PaymentId } from '#contract/values.ts'
import type { Context } from '#server/gateways/context.ts'
import { inTransaction, isUniqueViolation, type Transaction } from '#server/platform/database.ts'
import { OutrunError, unlessOutrun } from '#server/platform/outrun.ts'
import { breakPromise, insertPromise, keepPromise, replaceByPromise, withdrawPromise } from './cash-app-queries.ts'
import { stopPayment } from './close-order.ts'
import { findPaymentOfOrder } from './queries.ts'

/** The payment that an order has while it waits for the cash app, and after it was paid so. */
export const promisedPaymentId = (orderId: string): PaymentId => `cash_${orderId}` as PaymentId

/**
 * Promises the payment of a waiting order. A card payment that was opened for it is canceled at the provider first, so
 * the order can never be paid twice; one that succeeded is settled instead.
 *
 * @param order.networkKey whose it is (`networkKeyOf`); null for a member's
 * @param work runs in the transaction that writes the promise; false gives it up
 * @returns `outrun` when the order changed meanwhile: look at it again
 * @throws Refusal `provider_unavailable`; nothing is promised then
 */
export async function promisePayment(
  ctx: Context,
  order: { orderId: OrderId; revision: number; totalCents: Cents; networkKey: string | null },
  work: (tx: Transaction) => Promise<boolean>,
): Promise<'promised' | 'paid' | 'being_paid' | 'outrun'> {
  const { orderId } = order
  const [payment] = await ctx.database.run(findPaymentOfOrder, { orderId })
  if (payment?.state === 'succeeded') return 'paid'
  if (payment?.state === 'open') {
    const closing = await stopPayment(ctx, payment)
    if (closing !== 'cancelled') return closing
  } else if (payment) return 'outrun'
  const { totalCents, revision, networkKey } = order
  const values = {
    paymentId: promisedPaymentId(orderId),
    orderId,
    amountCents: totalCents,
    revision,
    now: ctx.clock.now(),
    networkKey,
  }
  const promise = async (tx: Transaction): Promise<'promised'> => {
    const [promised] = payment
      ? await tx.run(replaceByPromise, { ...values, replacedPaymentId: payment.payment_id })
      : await tx.run(insertPromise, values)
    if (!promised || !(await work(tx))) throw new OutrunError()
    return 'promised'
  }
  return (await unlessOutrun(() => inTransaction(ctx, promise), isUniqueViolation)) ?? 'outrun'
}

const ENDINGS = { broken: breakPromise, withdrawn: withdrawPromise } as const

/**
 * Ends a promise, in the caller's transaction. Whoever comes second, with whatever ending, finds it ended.
 *
 * @returns the revision of the order that was promised to be paid; null when it had ended, or never was
 */
export async function endPromise(
  ctx: Context,
  tx: Transaction,
  input: { orderId: OrderId; ending: 'kept' | keyof typeof ENDINGS },
): Promise<number | null> {
  const paymentId = promisedPaymentId(input.orderId)
  const [ended] =
    input.ending === 'kept'
      ? await tx.run(keepPromise, { paymentId, succeededAt: ctx.clock.now() })
      : await tx.run(ENDINGS[input.ending], { paymentId })
  return ended?.revision ?? null
}
