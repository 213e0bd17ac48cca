import type { Cents, OrderId } from '#contract/values.ts'
import type { Context } from '#server/gateways/context.ts'
import { inTransaction, isUniqueViolation, type Transaction } from '#server/platform/database/database.ts'
import { invariant, LostRace, unlessLost } from '#server/platform/errors.ts'
import { insertManualPayment, replaceByManualPayment } from './cash-app-queries.ts'
import { stopPaymentOf } from './close-order.ts'

type PaidByHand = { orderId: OrderId; revision: number; totalCents: Cents }

const valuesOf = ({ clock }: Context, { orderId, revision, totalCents }: PaidByHand) => ({
  paymentId: `manual_${orderId}`,
  orderId,
  amountCents: totalCents,
  revision,
  now: clock.now(),
})

/** Writes the payment of an order that was created, in the same transaction, to be paid by hand. */
export async function recordManualPayment(ctx: Context, tx: Transaction, order: PaidByHand): Promise<void> {
  const [taken] = await tx.run(insertManualPayment, valuesOf(ctx, order))
  invariant(taken, 'an order that was just made has no payment')
}

/**
 * Records that an order was paid by hand. A card payment that was opened for it is first canceled at the provider, so
 * the customer can never pay twice; if it succeeded, it is settled instead.
 * @param work marks the order paid, in the transaction that writes the payment
 * @returns `lost` if the order changed in the meantime: read it again
 */
export async function takeManualPayment(
  ctx: Context,
  order: PaidByHand,
  work: (tx: Transaction) => Promise<void>,
): Promise<'taken' | 'paid' | 'being_paid' | 'lost'> {
  const { closing, payment } = await stopPaymentOf(ctx, order.orderId)
  if (closing !== 'cancelled') return closing
  const values = valuesOf(ctx, order)
  const take = async (tx: Transaction): Promise<'taken'> => {
    const [taken] = payment
      ? await tx.run(replaceByManualPayment, { ...values, replacedPaymentId: payment.payment_id })
      : await tx.run(insertManualPayment, values)
    if (!taken) throw new LostRace()
    await work(tx)
    return 'taken'
  }
  return (await unlessLost(() => inTransaction(ctx, take), isUniqueViolation)) ?? 'lost'
}
