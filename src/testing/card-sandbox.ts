/** A separate card sandbox for a test file, called over HTTP with the SDK. */
import Stripe from 'stripe'
import { afterAll, beforeAll } from 'vitest'
import { createStripeSandbox, type StripeSandbox } from '#sandbox/stripe/server.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export const QUIET = { info: () => undefined, error: () => undefined }

export interface CardSandbox {
  readonly database: TestDatabase
  readonly sandbox: StripeSandbox
  /** With the secret key; it never retries by itself, so a test sees each reply. */
  readonly stripe: Stripe
  /** A new intent for 299 dollars, or another amount in cents, for a card. */
  anIntent(amount?: number): Promise<Stripe.PaymentIntent>
}

/** An SDK for a sandbox. */
export const connect = ({ secretKey, host, port }: StripeSandbox, maxNetworkRetries = 0): Stripe =>
  new Stripe(secretKey, { host, port, protocol: 'http', maxNetworkRetries })

/** Call once per file: starts a sandbox on a fresh database before the first test, and ends it after the last. */
export function withCardSandbox(): CardSandbox {
  const lab = {} as CardSandbox
  beforeAll(async () => {
    const database = await createTestDatabase()
    const sandbox = await createStripeSandbox({ pool: database.pool, webhookUrl: () => null, log: QUIET })
    Object.assign(lab, { database, sandbox, stripe: connect(sandbox) })
  })
  afterAll(async () => {
    await lab.sandbox.close()
    await lab.database.drop()
  })
  const anIntent: CardSandbox['anIntent'] = (amount = 29_900) =>
    lab.stripe.paymentIntents.create({ amount, currency: 'usd', allowed_payment_method_types: ['card'] })
  return Object.assign(lab, { anIntent })
}

/** The error a call ends with, as the SDK gives it. */
export async function errorOf(call: Promise<unknown>): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  const error: unknown = await call.then(
    () => null,
    (reason) => reason,
  )
  if (error instanceof Stripe.errors.StripeError) return error
  throw new Error('The call was expected to end with a Stripe error.', { cause: error })
}
