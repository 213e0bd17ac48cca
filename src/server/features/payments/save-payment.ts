import { batch } from '#server/platform/batch.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { mayBeOfOne } from '#server/platform/database.ts'
import { invariant } from '#server/platform/errors.ts'
import { type PaymentRow, savePayments } from './queries.ts'

/** A payment that was created at the provider. */
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

declare module '#server/platform/context.ts' {
  interface NodeState {
    /** Created with the first payment. */
    savePayment: ((payment: MadePayment) => Promise<PaymentRow>) | null
  }
}

const TOGETHER_MAX = 50

/**
 * Saves the payment of an order, once, together with others of the same moment.
 *
 * @returns the stored one, which is another call's if two calls made it at once
 */
export function savePayment({ database, node }: PlatformContext, payment: MadePayment): Promise<PaymentRow> {
  node.savePayment ??= batch(
    async (payments: readonly MadePayment[]) => {
      const rows = await database.run(savePayments, {
        paymentIds: payments.map(({ paymentId }) => paymentId),
        orderIds: payments.map(({ orderId }) => orderId),
        amountCents: payments.map(({ amountCents }) => amountCents),
        revisions: payments.map(({ revision }) => revision),
        clientSecrets: payments.map(({ clientSecret }) => clientSecret),
        createdAts: payments.map(({ createdAt }) => createdAt),
        checkAts: payments.map(({ checkAt }) => checkAt),
        networkKeys: payments.map(({ networkKey }) => networkKey),
      })
      const byOrder = new Map(rows.map((row) => [row.order_id, row]))
      return payments.map(({ orderId }) => {
        const row = byOrder.get(orderId)
        invariant(row, 'saving a payment answers with the one that counts')
        return row
      })
    },
    TOGETHER_MAX,
    { isOfOne: mayBeOfOne },
  )
  return node.savePayment(payment)
}
