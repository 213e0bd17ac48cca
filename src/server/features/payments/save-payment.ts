import { type PlatformContext, perNode } from '#server/platform/context.ts'
import { batch } from '#server/platform/database/batch.ts'
import { mayBeOfOne } from '#server/platform/database/database.ts'
import { listsOf } from '#server/platform/database/statement.ts'
import { invariant } from '#server/platform/errors.ts'
import { type PaymentRow, savePayments } from './queries.ts'

interface MadePayment {
  paymentId: string
  orderId: string
  amountCents: number
  revision: number
  clientSecret: string | null
  createdAt: Date
  checkAt: Date
  networkKey: string | null
}

const saveWithOthers = perNode(({ database }: PlatformContext) => {
  const saveAll = async (payments: readonly MadePayment[]) => {
    const rows = await database.run(savePayments, {
      ...listsOf(payments, 'paymentId', 'orderId', 'revision', 'clientSecret', 'createdAt', 'checkAt', 'networkKey'),
      amountCents: payments.map(({ amountCents }) => amountCents),
    })
    return payments.map(({ orderId }) => {
      const row = rows.find(({ order_id }) => order_id === orderId)
      invariant(row, 'saving a payment answers with the one that counts')
      return row
    })
  }
  return batch(saveAll, 50, { isOfOne: mayBeOfOne })
})

/** Saves the payment of an order, with others of the moment. Returns the stored one: two calls may make it at once. */
export const savePayment = (ctx: PlatformContext, payment: MadePayment): Promise<PaymentRow> =>
  saveWithOthers(ctx)(payment)
