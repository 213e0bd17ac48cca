/** Asks the card provider from an operation. Its failures become refusals, never faults. */
import { cardsUnavailable } from '#contract/payments/cards-unavailable.ts'
import type { Context } from '#server/gateways/context.ts'
import { type Intent, type PaymentGateway, PaymentProviderError } from '#server/gateways/payments/payment-gateway.ts'
import { Refusal } from '#server/platform/errors.ts'
import { hurryJobs, noteAnswer, noteSilence } from '#server/platform/jobs/outages.ts'
import { hurryRefunds } from './refund-queries.ts'

/** @throws Refusal `payments_unavailable` if this store has no card provider */
export function requirePayments(ctx: Context): PaymentGateway {
  if (!ctx.gateways.payments)
    throw new Refusal('payments_unavailable', { message: cardsUnavailable(ctx.config.cashAppHandle !== '') })
  return ctx.gateways.payments
}

/** Whether the provider says that an intent can no longer be changed or canceled. */
export const isPastChanging = (error: unknown): boolean =>
  error instanceof PaymentProviderError && error.code === 'payment_intent_unexpected_state'

/** Whether the provider has no such object. */
export const isUnknown = (error: unknown) => error instanceof PaymentProviderError && error.code === 'resource_missing'

export const PROVIDER = 'the card provider'
const ASKING_JOBS = ['settle-payment', 'note-decline', 'note-dispute', 'check-refunds', 'refund-unknown-payment']

/** Notes that the provider answers again: refunds and jobs that wait because it did not are now due. */
export const noteProviderAnswer = (ctx: Context): Promise<void> =>
  noteAnswer(ctx, PROVIDER, async (limit) => {
    const [refunds] = await ctx.database.run(hurryRefunds, { now: ctx.clock.now(), limit })
    const [jobs] = await ctx.database.run(hurryJobs, { names: ASKING_JOBS, limit })
    return Math.max(refunds?.hurried ?? 0, jobs?.hurried ?? 0)
  })

/** Notes that the provider did not answer, if an error says so. */
export function noteProviderError(ctx: Context, error: unknown): void {
  if (error instanceof PaymentProviderError && error.isRetryable) noteSilence(ctx, PROVIDER)
}

/** Turns a failed call to the provider into a refusal; other errors stay as they are. */
export function refusalOf(ctx: Context, error: unknown): unknown {
  if (!(error instanceof PaymentProviderError)) return error
  noteProviderError(ctx, error)
  const { code, isRetryable } = error
  ctx.node.warn(ctx.log, { code, isRetryable }, 'the card provider refused or did not answer')
  return new Refusal('provider_unavailable')
}

/** Calls the provider. @throws Refusal `provider_unavailable` if it refuses, answers nonsense or does not answer */
export async function askProvider<Result>(ctx: Context, ask: () => Promise<Result>): Promise<Result> {
  try {
    const answer = await ask()
    await noteProviderAnswer(ctx)
    return answer
  } catch (error) {
    throw refusalOf(ctx, error)
  }
}

/** Reads an intent; null if the provider has none with that id. @throws Refusal `provider_unavailable` */
export async function findIntent(ctx: Context, paymentId: string): Promise<Intent | null> {
  const gateway = requirePayments(ctx)
  try {
    const intent = await gateway.retrieveIntent(paymentId)
    await noteProviderAnswer(ctx)
    return intent
  } catch (error) {
    if (isUnknown(error)) return null
    throw refusalOf(ctx, error)
  }
}
