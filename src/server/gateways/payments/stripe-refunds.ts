/** Makes each refund once: it decides from the provider's existing refunds whether another may be made. */
import { type PaymentGateway, PaymentProviderError, type ProviderRefund } from './payment-gateway.ts'
import { readMarkedRefunds, readRefund } from './stripe-responses.ts'

/** The two calls that this needs; each throws `PaymentProviderError`. */
export interface RefundCalls {
  /** All refunds of a payment. */
  list(paymentId: string): Promise<unknown>
  create(
    params: { payment_intent: string; amount: number; metadata: { refund_id: string } },
    idempotencyKey: string,
  ): Promise<unknown>
}

const notMade = (refundId: string, code: 'refund_failed' | 'earlier_refund_unknown') =>
  new PaymentProviderError(`The refund ${refundId} was not made.`, { code, isRetryable: false })

/** Builds the gateway's refund methods from the provider's two calls. */
export function refundsOver({ list, create }: RefundCalls): Pick<PaymentGateway, 'refund' | 'findRefunds'> {
  const findRefunds: PaymentGateway['findRefunds'] = async ({ refundId, paymentId }) =>
    readMarkedRefunds(await list(paymentId), refundId)

  /** Keys are forgotten after a day, and a refund's job may run again later; its mark at the provider stays. */
  async function findEarlier(input: { refundId: string; paymentId: string; keyNumber: number }) {
    try {
      return await findRefunds(input)
    } catch (error) {
      // A server without this list can still use the first key. For a further one we must see that the others failed.
      const hasNoList = error instanceof PaymentProviderError && !error.isRetryable
      if (input.keyNumber === 1 && hasNoList) return []
      throw error
    }
  }

  return {
    findRefunds,

    async refund({ refundId, paymentId, amountCents, keyNumber }) {
      const earlier: ProviderRefund[] = await findEarlier({ refundId, paymentId, keyNumber })
      const standing = earlier.find(({ isFailed }) => !isFailed)
      if (standing) return standing
      // Each number makes at most one refund. If as many failed as there are numbers, all of them failed.
      if (earlier.length >= keyNumber) throw notMade(refundId, 'refund_failed')
      if (earlier.length < keyNumber - 1) throw notMade(refundId, 'earlier_refund_unknown')
      const params = { payment_intent: paymentId, amount: amountCents, metadata: { refund_id: refundId } }
      const key = keyNumber === 1 ? `refund:${refundId}` : `refund:${refundId}:${keyNumber}`
      const made = readRefund(await create(params, key))
      if (made.isFailed) throw notMade(refundId, 'refund_failed')
      return made
    },
  }
}
