/**
 * The store as one server: the features in reading order, what each request knows about its caller, the background work.
 * `main.ts` and the tests build it with different outsides.
 */
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { isPagePath } from '#contract/pages.ts'
import { createMailbox, type Mailbox } from '#sandbox/mailbox/mailbox.ts'
import { createStripeSandbox, type StripeSandbox } from '#sandbox/stripe/server.ts'
import { type Auth, createAuth } from '#server/features/auth/create-auth.ts'
import { authRoutes } from '#server/features/auth/routes.ts'
import { cartRoutes } from '#server/features/cart/routes.ts'
import { catalogueRoutes } from '#server/features/catalogue/routes.ts'
import { checkoutRoutes } from '#server/features/checkout/routes.ts'
import { EXPIRE_EVERY_MS, expireHolds } from '#server/features/inventory/expire-holds.ts'
import { inventoryRoutes } from '#server/features/inventory/routes.ts'
import { jobs as notificationJobs } from '#server/features/notifications/jobs.ts'
import { operationsRoutes } from '#server/features/operations/routes.ts'
import { orderRoutes } from '#server/features/orders/routes.ts'
import { jobs as paymentJobs } from '#server/features/payments/jobs.ts'
import { HANDLED_EVENTS } from '#server/features/payments/receive-webhook.ts'
import { RECONCILE_EVERY_MS, reconcilePayments } from '#server/features/payments/reconcile-payments.ts'
import { paymentRoutes } from '#server/features/payments/routes.ts'
import type { Context, Gateways, WebContext } from '#server/gateways/context.ts'
import { createSandboxEmail } from '#server/gateways/email/sandbox.ts'
import { createSmtpEmail } from '#server/gateways/email/smtp.ts'
import { createStripeGateway } from '#server/gateways/payments/stripe.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Actor, PlatformContext } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database.ts'
import { cookieName } from '#server/platform/http/cart-cookie.ts'
import { registerEndpoints } from '#server/platform/http/endpoint.ts'
import { serveMetrics } from '#server/platform/http/metrics.ts'
import { serveOpenApi } from '#server/platform/http/openapi.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { serveStaticFiles } from '#server/platform/http/static-files.ts'
import { invariant } from '#server/platform/invariant.ts'
import type { Job } from '#server/platform/jobs/job.ts'
import type { Log } from '#server/platform/logging.ts'
import type { Timer } from '#server/platform/timers.ts'
import { RequestWebContext, type SharedContext } from '#server/request-context.ts'

const WEB_FOLDER = fileURLToPath(new URL('../../dist/web', import.meta.url))

/** The outside world's stand-ins, where there are any. */
export interface Sandbox {
  stripe?: StripeSandbox
  mailbox?: Mailbox
}

/** The doors to the outside world, and how to close them. */
export interface Outside {
  gateways: Gateways
  sandbox: Sandbox
  close(): Promise<void>
}

/**
 * Opens the doors: Stripe and a mail server where keys are set, else their stand-ins; in production without keys there
 * are no card payments.
 *
 * @param options.webhookUrl where the sandbox delivers events; null while nothing listens
 */
export async function openOutside(options: {
  config: Config
  clock: Clock
  database: Database
  log: Log
  publicUrl: () => string
  webhookUrl: () => string | null
}): Promise<Outside> {
  const { config, database, log } = options
  const sandbox: Sandbox = {}
  const closing: (() => Promise<void>)[] = []

  let payments: Gateways['payments'] = null
  if (config.stripe)
    payments = createStripeGateway({ ...config.stripe, apiBase: config.stripeApiBase, sandboxUrl: () => null })
  else if (config.isSandboxAllowed) {
    const stripe = await createStripeSandbox({
      pool: database.pool,
      webhookUrl: options.webhookUrl,
      log,
      now: () => options.clock.now(),
      webhookEvents: HANDLED_EVENTS,
    })
    sandbox.stripe = stripe
    closing.push(() => stripe.close())
    payments = createStripeGateway({
      secretKey: stripe.secretKey,
      publishableKey: stripe.publishableKey,
      webhookSecret: stripe.webhookSecret,
      apiBase: `http://${stripe.host}:${stripe.port}`,
      sandboxUrl: () => `${options.publicUrl()}/sandbox/stripe`,
    })
  }

  let email: Gateways['email']
  if (config.smtpUrl) email = createSmtpEmail({ url: config.smtpUrl })
  else {
    const mailbox = await createMailbox(database.pool)
    sandbox.mailbox = mailbox
    email = createSandboxEmail(mailbox)
  }
  closing.push(() => email.close())
  return {
    gateways: { payments, email },
    sandbox,
    async close() {
      await Promise.all(closing.map((close) => close()))
    },
  }
}

export interface AppOptions {
  config: Config
  clock: Clock
  log: FastifyBaseLogger & Log
  database: Database
  secrets: PlatformContext['secrets']
  gateways: Gateways
  publicUrl: () => string
  /** Whether everything that comes before the first visitor is done. */
  isStarted: () => boolean
  sandbox: Sandbox
}

export interface App {
  server: FastifyInstance
  auth: Auth
  /** For what the store does by itself: jobs, timers, loading. */
  systemContext(requestId: string): Context
  jobs: readonly Job<Context>[]
  timers: readonly Timer[]
}

/** Puts the store together; nothing listens or runs yet. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, clock, database, secrets, gateways, publicUrl } = options
  const isSecure = config.publicUrl?.startsWith('https://') ?? false
  const auth = createAuth({ database, config, secrets, clock, publicUrl })
  const shared: SharedContext = { clock, config, database, secrets, gateways, publicUrl, isSecure }

  const systemContext = (requestId: string): Context => ({
    clock,
    config,
    database,
    secrets,
    gateways,
    log: options.log,
    publicUrl: publicUrl(),
    requestId,
    actor: { kind: 'system' },
  })

  const server = await createHttpServer({
    config,
    log: options.log,
    publicUrl,
    sessionCookies: [auth.sessionCookie, cookieName('leadyard_cart', isSecure)],
  })

  server.decorateRequest('storeContext', null)
  const contextOf = (request: FastifyRequest): WebContext => {
    const ctx = request.getDecorator<WebContext | null>('storeContext')
    invariant(ctx, 'the context is made before a handler runs')
    return ctx
  }
  server.addHook('onRequest', (request, reply, done) => {
    const proceedAs = (actor: Actor) => {
      request.setDecorator('storeContext', new RequestWebContext(shared, request, reply, actor))
      done()
    }
    // Most requests come without a session: they must not wait for a promise.
    if (!request.url.startsWith('/api/') || !auth.readSession(request.headers)) proceedAs({ kind: 'visitor' })
    else auth.authenticate(request.headers).then(proceedAs, done)
  })

  await serveOpenApi(server, config.brand.name)
  registerEndpoints(
    server,
    [
      ...catalogueRoutes,
      ...inventoryRoutes,
      ...cartRoutes,
      ...checkoutRoutes,
      ...orderRoutes,
      ...authRoutes(auth),
      ...operationsRoutes(options.isStarted),
    ],
    contextOf,
  )
  await server.register(paymentRoutes(contextOf))
  serveMetrics(server, { database, token: config.metricsToken })
  if (options.sandbox.stripe) await server.register(options.sandbox.stripe.browserPlugin, { prefix: '/sandbox/stripe' })
  if (options.sandbox.mailbox) await server.register(options.sandbox.mailbox.plugin)
  await serveStaticFiles(server, { folder: WEB_FOLDER, isPage: isPagePath })

  return {
    server,
    auth,
    systemContext,
    jobs: [...paymentJobs, ...notificationJobs],
    timers: [
      { name: 'expire-holds', everyMs: EXPIRE_EVERY_MS, run: () => expireHolds(systemContext('timer')) },
      { name: 'reconcile-payments', everyMs: RECONCILE_EVERY_MS, run: () => reconcilePayments(systemContext('timer')) },
    ],
  }
}
