import { createStripeSandbox } from '#sandbox/stripe/server.ts'
import { connect, QUIET } from '#testing/card-sandbox.ts'
import { cardServerEnv } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

export type CardServer = Awaited<ReturnType<typeof startCardServer>>

/** Starts it on a new database. @param storeUrl where its webhooks go, once the store is running */
export async function startCardServer(storeUrl: () => string | undefined) {
  const database = await createTestDatabase()
  const webhookUrl = () => {
    const url = storeUrl()
    return url === undefined ? null : `${url}/api/webhooks/stripe`
  }
  const sandbox = await createStripeSandbox({ pool: database.pool, webhookUrl, log: QUIET })
  const stripe = connect(sandbox)
  const post = async (path: string, fields: Readonly<Record<string, string>>) => {
    await stripe.rawRequest('POST', path, fields)
  }
  return {
    origin: `http://${sandbox.host}:${sandbox.port}`,
    stripe,
    env: cardServerEnv(sandbox),
    /** Sets its behavior, see `src/sandbox/stripe/control.ts`. */
    control: (fields: Readonly<Record<string, string>>) => post('/v1/sandbox/control', fields),
    /** Ends a payment that its bank has been processing. */
    release: (paymentId: string, outcome: 'succeeded' | 'failed') =>
      post(`/v1/sandbox/payment_intents/${paymentId}/release`, { outcome }),
    /** Ends a payment's 3-D Secure, like the bank on its own page. */
    endChallenge: (paymentId: string, outcome: 'complete' | 'fail') =>
      post(`/v1/payment_intents/${paymentId}/challenge`, { outcome }),
    async stop() {
      await sandbox.close()
      await database.drop()
    },
  }
}
