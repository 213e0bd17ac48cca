import { PaymentProviderError } from '#server/gateways/payments/payment-gateway.ts'

/** The error that a call of the payment gateway ends with. @throws what else it ends with */
export async function providerErrorOf(call: Promise<unknown>): Promise<PaymentProviderError> {
  const error = await call.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  )
  if (error instanceof PaymentProviderError) return error
  throw error
}
