/**
 * The store as one server: the features in reading order, what each request knows about its caller, the background work.
 * `main.ts` and the tests build it with different outsides.
 */

import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPagePath, isSecretAddress, pageFileOf, prerenderedPageOf } from '#contract/admin/pages.ts'
import { attentionRoutes } from '#server/features/admin/attention/routes.ts'
import { jobDeskRoutes } from '#server/features/admin/jobs/routes.ts'
import { jobs as leadFileJobs } from '#server/features/admin/lead-files/jobs.ts'
import { leadFileRoutes } from '#server/features/admin/lead-files/routes.ts'
import { leadDeskRoutes } from '#server/features/admin/leads/routes.ts'
import { messageLogRoutes } from '#server/features/admin/messages/routes.ts'
import { operationsRoutes } from '#server/features/admin/operations/routes.ts'
import { readStoreConfig } from '#server/features/admin/operations/store-config.ts'
import { orderDeskRoutes } from '#server/features/admin/orders/routes.ts'
import { pricingRoutes } from '#server/features/admin/pricing/routes.ts'
import { jobs as settingsJobs } from '#server/features/admin/settings/jobs.ts'
import { keepSettings, type Settings } from '#server/features/admin/settings/keep-settings.ts'
import { settingsRoutes } from '#server/features/admin/settings/routes.ts'
import { jobs as stockDeskJobs } from '#server/features/admin/stock/jobs.ts'
import { stockDeskRoutes } from '#server/features/admin/stock/routes.ts'
import { composers as stockComposers } from '#server/features/admin/stock/tell-low-stock.ts'
import { jobs as stockFileJobs } from '#server/features/admin/stock-files/jobs.ts'
import { stockFileRoutes } from '#server/features/admin/stock-files/routes.ts'
import { teamRoutes } from '#server/features/admin/team/routes.ts'
import { recordForbidden, writeRecordedAccess } from '#server/features/audit/record-access.ts'
import { auditRoutes } from '#server/features/audit/routes.ts'
import { describePage } from '#server/features/catalogue/describe-page.ts'
import { promiseLeads } from '#server/features/catalogue/price-lines.ts'
import { catalogueRoutes, offersRoutes } from '#server/features/catalogue/routes.ts'
import { makeRobots, makeSitemap } from '#server/features/catalogue/sitemap.ts'
import { checkoutRoutes } from '#server/features/checkout/routes.ts'
import { composers as creditComposers } from '#server/features/credit/compose-mails.ts'
import { creditLateDelivery } from '#server/features/credit/credit-late-delivery.ts'
import { jobs as creditJobs } from '#server/features/credit/jobs.ts'
import { creditRoutes } from '#server/features/credit/routes.ts'
import { composers as deliveryComposers } from '#server/features/delivery/compose-messages.ts'
import { composers as optOutComposers } from '#server/features/delivery/compose-opt-out-mails.ts'
import { onDeliveryMessageFailed, updateDeliveries } from '#server/features/delivery/delivery-listeners.ts'
import { deliveryJobs, optOutJobs } from '#server/features/delivery/jobs.ts'
import { deliveryRoutes, optOutRoutes } from '#server/features/delivery/routes.ts'
import { composers as requestComposers } from '#server/features/links/compose-mails.ts'
import { updateLinkOfOrder } from '#server/features/links/on-order-changed.ts'
import { customersRoutes, paymentRequestRoutes } from '#server/features/links/routes.ts'
import { findMembersOf, readMemberNames } from '#server/features/members/accounts.ts'
import { composers as authComposers } from '#server/features/members/compose-mails.ts'
import { type Auth, createAuth } from '#server/features/members/create-auth.ts'
import { jobs as authJobs } from '#server/features/members/jobs.ts'
import { authRoutes } from '#server/features/members/routes.ts'
import { notificationJobs } from '#server/features/messages/jobs.ts'
import type { MessageComposers } from '#server/features/messages/message-composer.ts'
import { forgetAddresses } from '#server/features/messages/retention.ts'
import { notificationRoutes, smsWebhooks } from '#server/features/messages/routes.ts'
import { jobs as orderJobs } from '#server/features/orders/jobs.ts'
import { cartRoutes, orderRoutes } from '#server/features/orders/routes.ts'
import { endPaymentBeforeRelease, endPaymentOfHold } from '#server/features/payments/close-order.ts'
import { composers as refundComposers } from '#server/features/payments/compose-refund-mail.ts'
import { jobs as paymentJobs } from '#server/features/payments/jobs.ts'
import { countRefunds } from '#server/features/payments/refund-payment.ts'
import { cashAppRoutes, paymentRoutes } from '#server/features/payments/routes.ts'
import { findPendingOrder } from '#server/features/payments/show-pending-order.ts'
import { countDemand, flushDemand } from '#server/features/sales/count-demand.ts'
import { jobs as demandJobs } from '#server/features/sales/jobs.ts'
import { composers as reportComposers } from '#server/features/sales/mail-pay-report.ts'
import { addUpSales, recordSale } from '#server/features/sales/record-sale.ts'
import { demandRoutes, salesLedgerRoutes } from '#server/features/sales/routes.ts'
import { jobs as leadJobs } from '#server/features/stock/jobs.ts'
import { inventoryRoutes } from '#server/features/stock/routes.ts'
import type { Context, Gateways, WebContext } from '#server/gateways/context.ts'
import { makeNodeState } from '#server/node-state.ts'
import type { Sandbox } from '#server/outside.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Actor, PlatformContext } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database.ts'
import { cookieName } from '#server/platform/http/cart-cookie.ts'
import { compressReplies } from '#server/platform/http/compress-replies.ts'
import { registerEndpoints } from '#server/platform/http/endpoint.ts'
import { serveMetrics } from '#server/platform/http/metrics.ts'
import { serveOpenApi } from '#server/platform/http/openapi.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { serveStaticFiles } from '#server/platform/http/static-files.ts'
import type { Job } from '#server/platform/jobs/job.ts'
import type { Log } from '#server/platform/logging.ts'
import { type Timer, timersMetric } from '#server/platform/timers.ts'
import { RequestWebContext, type SharedContext } from '#server/request-context.ts'
import { sandboxTokenOf, serveSandbox } from '#server/serve-sandbox.ts'
import { timersOf } from './timers.ts'

const WEB_FOLDER = fileURLToPath(new URL('../../dist/web', import.meta.url))

/** What messages of the features' own kinds say; notifications compose those about orders themselves. */
const COMPOSERS: MessageComposers = {
  ...authComposers,
  ...refundComposers,
  ...requestComposers,
  ...reportComposers,
  ...stockComposers,
  ...deliveryComposers,
  ...creditComposers,
  ...optOutComposers,
}

export interface AppOptions {
  /** As the environment has it; saved settings lie over it. */
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
  settings: Settings
  /** For what the store does by itself: jobs, timers, loading. */
  systemContext(requestId: string): Context
  jobs: readonly Job<Context>[]
  timers: readonly Timer[]
}

/** Puts the store together; nothing listens or runs yet. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, clock, database, secrets, gateways, publicUrl } = options
  const isSecure = config.publicUrl?.startsWith('https://') ?? false
  const auth = createAuth({ database, config, secrets, clock })
  const node = makeNodeState({
    // The link comes first: delivery may change the order again, which calls all of these in turn.
    orderListeners: [updateLinkOfOrder, updateDeliveries, recordSale],
    failureListeners: [onDeliveryMessageFailed],
    contactsListeners: [forgetAddresses],
  })
  const demand = countDemand(node, { isPerNetwork: config.hasRateLimits })
  const settings = await keepSettings({ database, defaults: config, log: options.log })
  const { current: currentConfig } = settings
  const shared: SharedContext = { clock, currentConfig, database, node, secrets, gateways, publicUrl, isSecure }

  const systemContext = (requestId: string): Context => ({
    clock,
    config: currentConfig(),
    database,
    node,
    secrets,
    gateways,
    log: options.log,
    publicUrl: publicUrl(),
    requestId,
    actor: { kind: 'system' },
  })

  const jobs = [
    ...orderJobs,
    ...notificationJobs(COMPOSERS),
    ...paymentJobs,
    ...authJobs,
    ...stockFileJobs,
    ...leadFileJobs,
    ...stockDeskJobs,
    ...demandJobs,
    ...leadJobs,
    ...optOutJobs,
    ...creditJobs,
    ...settingsJobs,
    ...deliveryJobs(creditLateDelivery),
  ]
  const timers = timersOf(() => systemContext('timer'), demand)
  const jobSummaries = new Map(jobs.map(({ name, summary }) => [name, summary]))

  const server = await createHttpServer({
    config,
    log: options.log,
    publicUrl,
    sessionCookies: [auth.sessionCookie, cookieName('leadyard_cart', isSecure)],
  })

  // Counts since the last time would be lost, and an older version reads only what is added up; a lost database takes both.
  server.addHook('onClose', () =>
    Promise.all([
      writeRecordedAccess(systemContext('stop'), findMembersOf),
      flushDemand(systemContext('stop'), demand),
      addUpSales(database),
    ]).catch((error) => options.log.warn({ reason: String(error) }, 'the last counts were not written')),
  )
  server.decorateRequest('storeContext', null)
  const makeContext = (request: FastifyRequest, reply: FastifyReply, actor: Actor): WebContext => {
    const ctx = new RequestWebContext(shared, request, reply, actor)
    request.setDecorator('storeContext', ctx)
    return ctx
  }
  /** Whoever has not been let in as a member is a visitor. */
  const contextOf = (request: FastifyRequest, reply: FastifyReply): WebContext =>
    request.getDecorator<WebContext | null>('storeContext') ?? makeContext(request, reply, { kind: 'visitor' })
  server.addHook('onRequest', (request, reply, done) => {
    // Most requests come without a session: they must not wait for a promise.
    if (!request.url.startsWith('/api/') || !auth.readSession(request.headers)) return done()
    auth.authenticate(request.headers, currentConfig().isSecondFactorDemanded).then((actor) => {
      makeContext(request, reply, actor)
      done()
    }, done)
  })

  await serveOpenApi(server, () => currentConfig().brand.name, contextOf)
  await registerEndpoints(
    server,
    [
      ...catalogueRoutes,
      ...pricingRoutes,
      ...inventoryRoutes(promiseLeads, endPaymentBeforeRelease),
      ...stockFileRoutes,
      ...leadFileRoutes,
      ...stockDeskRoutes(endPaymentOfHold),
      ...offersRoutes,
      ...cartRoutes(findPendingOrder),
      ...checkoutRoutes,
      ...creditRoutes,
      ...cashAppRoutes(readMemberNames),
      ...orderRoutes,
      ...deliveryRoutes,
      ...notificationRoutes,
      ...optOutRoutes,
      ...paymentRequestRoutes,
      ...customersRoutes,
      ...authRoutes(auth),
      ...teamRoutes(auth),
      ...orderDeskRoutes,
      ...salesLedgerRoutes,
      ...demandRoutes,
      ...attentionRoutes,
      ...messageLogRoutes,
      ...jobDeskRoutes(jobSummaries),
      ...leadDeskRoutes,
      ...auditRoutes(readMemberNames),
      ...settingsRoutes(auth, settings),
      ...operationsRoutes(options.isStarted),
    ],
    contextOf,
    recordForbidden,
  )
  await server.register(paymentRoutes(contextOf))
  await server.register(smsWebhooks(contextOf))
  serveMetrics(server, {
    database,
    token: config.metricsToken,
    metrics: [
      timersMetric(timers),
      {
        name: 'refunds_unmade',
        label: 'state',
        help: 'Refunds of this store that are not made: due, overdue (of those), failed. The same on every node.',
        read: () => countRefunds(systemContext('metrics')),
      },
    ],
  })
  if (options.sandbox.cardForm) await server.register(options.sandbox.cardForm, { prefix: '/sandbox/stripe' })
  await server.register(async (scope) => {
    await compressReplies(scope)
    await serveSandbox(scope, options.sandbox, { token: sandboxTokenOf(secrets), isSecure })
    const ctx = () => systemContext('page')
    await serveStaticFiles(scope, {
      folder: WEB_FOLDER,
      isPage: isPagePath,
      headOf: (path, query) => describePage(ctx(), path, query),
      isSecret: isSecretAddress,
      scriptOf: pageFileOf,
      prerenderedPageOf,
      facts: () => readStoreConfig(ctx()),
      madeFiles: [
        { path: '/sitemap.xml', type: 'application/xml; charset=utf-8', make: () => makeSitemap(ctx()) },
        { path: '/robots.txt', type: 'text/plain; charset=utf-8', make: () => makeRobots(ctx()) },
      ],
    })
  })

  return {
    server,
    auth,
    settings,
    systemContext,
    jobs,
    timers,
  }
}
