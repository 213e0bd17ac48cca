/** A separate card sandbox for a test file, called over HTTP with the SDK. */
import Stripe from 'stripe'
import { afterAll } from 'vitest'
import { createStripeSandbox, type StripeSandbox } from '#sandbox/stripe/server.ts'
import { aTestDatabase } from './test-database.ts'

export const QUIET = { info: () => undefined, error: () => undefined }

/** An SDK for a sandbox. */
export const connect = ({ secretKey, host, port }: StripeSandbox, maxNetworkRetries = 0): Stripe =>
  new Stripe(secretKey, { host, port, protocol: 'http', maxNetworkRetries })

/** Gives the tests of a file a sandbox on a fresh database, and an SDK with its secret key, which never retries by itself. */
export async function aCardSandbox() {
  const database = await aTestDatabase()
  const sandbox = await createStripeSandbox({ pool: database.pool, webhookUrl: () => null, log: QUIET })
  afterAll(() => sandbox.close())
  const stripe = connect(sandbox)
  /** A new intent for 299 dollars, or another amount in cents, for a card. */
  const anIntent = (amount = 29_900) =>
    stripe.paymentIntents.create({ amount, currency: 'usd', allowed_payment_method_types: ['card'] })
  return { database, sandbox, stripe, anIntent }
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
