/** The store as one server. `main.ts` and the tests build it with different gateways. */
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPagePath, isSecretAddress, pageFilesOf, prerenderedPageOf } from '#contract/admin/pages.ts'
import { API_INTRODUCTION } from '#server/api-introduction.ts'
import { buildCore, type Core, type CoreOptions } from '#server/core.ts'
import { readStoreConfig } from '#server/features/admin/operations/store-config.ts'
import * as admin from '#server/features/admin/routes.ts'
import { recordForbidden } from '#server/features/audit/record-access.ts'
import { auditRoutes } from '#server/features/audit/routes.ts'
import { findDeskBuyer } from '#server/features/buyers/desk-session.ts'
import { buyerRoutes, unsubscribeRoutes } from '#server/features/buyers/routes.ts'
import { describePage } from '#server/features/catalogue/describe-page.ts'
import { servePlacePictures } from '#server/features/catalogue/place-pictures.ts'
import { properAddress, writePlace } from '#server/features/catalogue/places.ts'
import { writePlainMarket } from '#server/features/catalogue/plain-market-form.ts'
import { promiseLeads } from '#server/features/catalogue/price-lines.ts'
import { catalogueRoutes, offersRoutes } from '#server/features/catalogue/routes.ts'
import { makeRobots, makeSitemap } from '#server/features/catalogue/sitemap.ts'
import { checkoutRoutes } from '#server/features/checkout/routes.ts'
import { claimRoutes } from '#server/features/claims/routes.ts'
import { creditRoutes } from '#server/features/credit/routes.ts'
import { deliveryRoutes, optOutRoutes } from '#server/features/delivery/routes.ts'
import { keyRoutes } from '#server/features/keys/routes.ts'
import { legalRoutes } from '#server/features/legal/routes.ts'
import { writePlainText } from '#server/features/legal/show-text.ts'
import { customersRoutes, paymentRequestRoutes } from '#server/features/links/routes.ts'
import { serveTools } from '#server/features/mcp/serve-tools.ts'
import { readMemberNames } from '#server/features/members/accounts.ts'
import { type Auth, createAuth } from '#server/features/members/create-auth.ts'
import { authRoutes, savedViewRoutes } from '#server/features/members/routes.ts'
import { SESSION_WORD } from '#server/features/members/session-word.ts'
import { notificationRoutes, smsWebhooks } from '#server/features/messages/routes.ts'
import { cartRoutes, orderRoutes } from '#server/features/orders/routes.ts'
import { endPaymentBeforeRelease, endPaymentOfHold } from '#server/features/payments/close-order.ts'
import { cashAppRoutes, paymentRoutes } from '#server/features/payments/routes.ts'
import { findPendingOrder } from '#server/features/payments/show-pending-order.ts'
import { proofRoutes } from '#server/features/proof/routes.ts'
import { serveLog, serveVerifier } from '#server/features/proof/serve-log.ts'
import { demandRoutes, salesLedgerRoutes } from '#server/features/sales/routes.ts'
import { inventoryRoutes } from '#server/features/stock/routes.ts'
import { EVERY_COUNTY, onStockChanged } from '#server/features/stock/stock-changes.ts'
import { webhookRoutes } from '#server/features/webhooks/routes.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { acceptKeys } from '#server/key-requests.ts'
import type { Sandbox } from '#server/outside.ts'
import type { Actor } from '#server/platform/context.ts'
import { compressReplies } from '#server/platform/http/compress-replies.ts'
import { cookieName } from '#server/platform/http/cookies.ts'
import { registerEndpoints } from '#server/platform/http/endpoint.ts'
import { serveMetrics } from '#server/platform/http/metrics.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { serveStaticFiles } from '#server/platform/http/static-files.ts'
import { timersMetric } from '#server/platform/process/timers.ts'
import { serveReference } from '#server/platform/reference/serve-reference.ts'
import { RequestWebContext } from '#server/request-context.ts'
import { sandboxTokenOf, serveSandbox } from '#server/serve-sandbox.ts'
import { storeMetrics } from '#server/store-metrics.ts'

const WEB_FOLDER = fileURLToPath(new URL('../../dist/web', import.meta.url))

export interface AppOptions extends CoreOptions {
  isStarted: () => boolean
  sandbox: Sandbox
}

export interface App extends Core {
  server: FastifyInstance
  auth: Auth
}

/** Nothing listens or runs yet. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, clock, database, secrets } = options
  const core = await buildCore(options)
  const { settings, systemContext } = core
  const currentConfig = settings.current
  const isSecure = core.shared.isSecure
  const auth = createAuth({ database, config, secrets, clock })
  const jobSummaries = new Map(core.jobs.map(({ name, summary }) => [name, summary]))

  const server = await createHttpServer({
    config,
    log: options.log,
    publicUrl: options.publicUrl,
    sessionCookies: [
      auth.sessionCookie,
      ...['leadyard_desk', 'leadyard_cart'].map((name) => cookieName(name, isSecure)),
    ],
    tracing: options.tracing ?? null,
  })
  server.addHook('onClose', () => core.writeLastCounts())
  server.decorateRequest('storeContext', null)
  const makeContext = (request: FastifyRequest, reply: FastifyReply, actor: Actor): WebContext => {
    const ctx = new RequestWebContext(core.shared, request, reply, actor)
    request.setDecorator('storeContext', ctx)
    return ctx
  }
  const contextOf = (request: FastifyRequest, reply: FastifyReply): WebContext =>
    request.getDecorator<WebContext | null>('storeContext') ?? makeContext(request, reply, { kind: 'visitor' })
  server.addHook('onRequest', (request, reply, done) => {
    // Most requests come without a session and must not wait for a promise.
    const isOfApi = request.url.startsWith('/api/') || request.url === '/api'
    if (!isOfApi || !auth.readSession(request.headers)) return done()
    auth.authenticate(request.headers, currentConfig().isSecondFactorDemanded).then((actor) => {
      makeContext(request, reply, actor)
      done()
    }, done)
  })
  acceptKeys(server, makeContext)
  serveLog(server, database)
  const apiFacts = () => ({
    title: `${currentConfig().brand.name} API`,
    introduction: API_INTRODUCTION,
    url: options.publicUrl(),
    supportEmail: currentConfig().brand.supportEmail,
  })
  serveReference(server, apiFacts, contextOf)
  await registerEndpoints(
    server,
    [
      ...catalogueRoutes,
      ...admin.pricingRoutes,
      ...inventoryRoutes(promiseLeads, endPaymentBeforeRelease, findDeskBuyer),
      ...admin.stockFileRoutes,
      ...admin.importRoutes,
      ...admin.stockScreenRoutes(endPaymentOfHold),
      ...offersRoutes,
      ...cartRoutes(findPendingOrder),
      ...checkoutRoutes(promiseLeads, findDeskBuyer),
      ...keyRoutes,
      ...buyerRoutes,
      ...webhookRoutes,
      ...creditRoutes,
      ...cashAppRoutes(),
      ...orderRoutes,
      ...deliveryRoutes,
      ...claimRoutes,
      ...proofRoutes,
      ...legalRoutes,
      ...notificationRoutes,
      ...optOutRoutes,
      ...paymentRequestRoutes,
      ...customersRoutes,
      ...authRoutes(auth),
      ...savedViewRoutes,
      ...admin.teamRoutes(auth),
      ...admin.orderScreenRoutes,
      ...salesLedgerRoutes,
      ...demandRoutes,
      ...admin.attentionRoutes,
      ...admin.messageLogRoutes,
      ...admin.jobScreenRoutes(jobSummaries),
      ...admin.refundScreenRoutes,
      ...admin.leadScreenRoutes,
      ...auditRoutes(readMemberNames),
      ...admin.settingsRoutes(auth, settings),
      ...admin.setupRoutes,
      ...admin.operationsRoutes(options.isStarted, () => systemContext('readiness')),
    ],
    contextOf,
    {
      onForbidden: recordForbidden,
      isStillIn: async ({ headers }, { userId, role }) => {
        const asked = { ...headers, 'x-refresh': '1' }
        const actor = await auth.authenticate(asked, currentConfig().isSecondFactorDemanded)
        return actor.kind === 'member' && actor.userId === userId && actor.role === role
      },
    },
  )
  const readable = [...catalogueRoutes, ...buyerRoutes, ...claimRoutes, ...webhookRoutes]
  serveTools(server, readable, { nameOf: () => currentConfig().brand.name, contextOf })
  onStockChanged(core.shared, (word) => {
    if (word === EVERY_COUNTY) server.eventStreams.checkGuards()
    else if (word.startsWith(SESSION_WORD)) server.eventStreams.checkGuards(word.slice(SESSION_WORD.length))
  })
  await server.register(paymentRoutes(contextOf))
  await server.register(smsWebhooks(contextOf))
  await server.register(unsubscribeRoutes(contextOf))
  const shown = serveMetrics(server, {
    databases: options.reserve && options.reserve !== database ? [database, options.reserve] : [database],
    token: config.metricsToken,
    metrics: [timersMetric(core.timers), ...storeMetrics(() => systemContext('metrics'), options.isStarted)],
  })
  options.tracing?.exportMetrics(shown)
  if (options.sandbox.cardForm) await server.register(options.sandbox.cardForm, { prefix: '/sandbox/stripe' })
  await server.register(async (scope) => {
    await compressReplies(scope)
    await serveSandbox(scope, options.sandbox, { token: sandboxTokenOf(secrets), isSecure })
    const ctx = () => ({ ...systemContext('page'), database })
    await serveVerifier(scope, { folder: WEB_FOLDER, makeContext: ctx })
    await servePlacePictures(scope, { folder: WEB_FOLDER, makeContext: ctx })
    await serveStaticFiles(scope, {
      folder: WEB_FOLDER,
      isPage: isPagePath,
      properAddressOf: (path, query) => properAddress(ctx(), path, query),
      headOf: (path, query) => describePage(ctx(), path, query),
      isSecret: isSecretAddress,
      scriptsOf: pageFilesOf,
      prerenderedPageOf,
      facts: () => readStoreConfig(ctx()),
      partsOf: async (path, query, head) => ({
        ...(await writePlainMarket(ctx(), path, query, head)),
        ...(await writePlace(ctx(), query)),
      }),
      plainOf: (path) => writePlainText(ctx(), path),
      madeFiles: [
        { path: '/sitemap.xml', type: 'application/xml; charset=utf-8', make: () => makeSitemap(ctx()) },
        { path: '/robots.txt', type: 'text/plain; charset=utf-8', make: () => makeRobots(ctx()) },
      ],
    })
  })

  return { ...core, server, auth }
}
