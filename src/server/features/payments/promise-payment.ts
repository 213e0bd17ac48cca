/**
 * Payments by Cash App. One is promised when the buyer chooses it and takes the only place an order has for a payment,
 * so no card can pay the order in the meantime. It ends once: kept, broken or withdrawn.
 */
import type { Cents, OrderId, PaymentId } from '#contract/values.ts'
import type { Context } from '#server/gateways/context.ts'
import { inTransaction, isUniqueViolation, type Transaction } from '#server/platform/database/database.ts'
import { LostRace, unlessLost } from '#server/platform/errors.ts'
import { breakPromise, insertPromise, keepPromise, replaceByPromise, withdrawPromise } from './cash-app-queries.ts'
import { stopPaymentOf } from './close-order.ts'

/** The payment id of an order that waits for Cash App, and after it was paid that way. */
export const promisedPaymentId = (orderId: string): PaymentId => `cash_${orderId}` as PaymentId

/**
 * Promises the payment of a waiting order. A card payment that was opened for it is first canceled at the provider, so
 * the order can never be paid twice; if it succeeded, it is settled instead.
 * @param work runs in the transaction that writes the promise; false gives it up
 * @returns `lost` if the order changed in the meantime: read it again
 * @throws Refusal `provider_unavailable`; nothing is promised then
 */
export async function promisePayment(
  ctx: Context,
  order: { orderId: OrderId; revision: number; totalCents: Cents; networkKey: string | null },
  work: (tx: Transaction) => Promise<boolean>,
): Promise<'promised' | 'paid' | 'being_paid' | 'lost'> {
  const { orderId, totalCents: amountCents, revision, networkKey } = order
  const { closing, payment } = await stopPaymentOf(ctx, orderId)
  if (payment?.state === 'promised') return 'lost'
  if (closing !== 'cancelled') return closing
  const paymentId = promisedPaymentId(orderId)
  const values = { paymentId, orderId, amountCents, revision, now: ctx.clock.now(), networkKey }
  const promise = async (tx: Transaction): Promise<'promised'> => {
    const [promised] = payment
      ? await tx.run(replaceByPromise, { ...values, replacedPaymentId: payment.payment_id })
      : await tx.run(insertPromise, values)
    if (!promised || !(await work(tx))) throw new LostRace()
    return 'promised'
  }
  return (await unlessLost(() => inTransaction(ctx, promise), isUniqueViolation)) ?? 'lost'
}

const ENDINGS = { broken: breakPromise, withdrawn: withdrawPromise } as const

/** Ends a promise. @returns the revision of the promised order; null if it had ended already, or never existed */
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
