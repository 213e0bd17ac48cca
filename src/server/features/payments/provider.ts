/** Asks the card provider from an operation. Its failures become refusals, never faults. */
import { cardsUnavailable } from '#contract/payments/cards-unavailable.ts'
import type { Context } from '#server/gateways/context.ts'
import { type Intent, type PaymentGateway, PaymentProviderError } from '#server/gateways/payments/payment-gateway.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** @throws Refusal `payments_unavailable` if this store has no card provider */
export function requirePayments(ctx: Context): PaymentGateway {
  if (!ctx.gateways.payments) {
    throw new Refusal('payments_unavailable', { message: cardsUnavailable(ctx.config.cashAppHandle !== '') })
  }
  return ctx.gateways.payments
}

/** Whether the provider says that an intent can no longer be changed or canceled. */
export const isPastChanging = (error: unknown): boolean =>
  error instanceof PaymentProviderError && error.code === 'payment_intent_unexpected_state'

/** Whether the provider has no such object. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof PaymentProviderError && error.code === 'resource_missing'

/** Turns a failed call to the provider into a refusal; other errors stay as they are. */
export function refusalOf(ctx: Context, error: unknown): unknown {
  if (!(error instanceof PaymentProviderError)) return error
  ctx.node.warn(
    ctx.log,
    { code: error.code, isRetryable: error.isRetryable },
    'the card provider refused or did not answer',
  )
  return new Refusal('provider_unavailable')
}

/** Runs a call to the provider. @throws Refusal `provider_unavailable` if it refuses, answers nonsense or does not answer */
export async function askProvider<Result>(ctx: Context, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    throw refusalOf(ctx, error)
  }
}

/** Reads an intent; null if the provider has none with that id. @throws Refusal `provider_unavailable` */
export async function findIntent(ctx: Context, paymentId: string): Promise<Intent | null> {
  const gateway = requirePayments(ctx)
  try {
    return await gateway.retrieveIntent(paymentId)
  } catch (error) {
    if (isUnknown(error)) return null
    throw refusalOf(ctx, error)
  }
}
