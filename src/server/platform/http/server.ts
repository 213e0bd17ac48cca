/**
 * The web server before any feature: ids, logs, security headers, JSON only, limits, same-site changes. `app.ts`
 * registers the features on top.
 */
import { randomBytes } from 'node:crypto'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { minutes, seconds } from '../clock.ts'
import type { Config } from '../config.ts'
import { lazyRequestLog } from '../logging.ts'
import { openRareWarnings } from '../once-per-minute.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { cachedHeaderLines } from './cached-json.ts'
import { answerBrokenRequest, handleErrors, handleFrameworkErrors } from './error-handler.ts'
import { STREAM_LIMITS, serveEventStreams } from './event-stream.ts'
import { ignoreCookiesBesideKeys } from './key-requests.ts'
import { logRequests } from './log-requests.ts'
import { requireOneHost } from './one-host.ts'
import { limitRequests } from './rate-limits.ts'
import { keepRoutePatterns } from './route-pattern.ts'
import { requireSameSite } from './same-site.ts'
import { readSecurityHeaders } from './security-headers.ts'
import { requireStorableText } from './storable-text.ts'
import { trustOf } from './trusted-proxies.ts'
import { limitBodies } from './uploads.ts'

/** No body of ours comes near this; uploads set their own limit on their own route. */
const BODY_BYTES_MAX = 256 * 1024

/** Headers are short; most of these clients never finish them. */
const HEADERS_WITHIN_MS = seconds(20)

/**
 * A connection on which no byte moves for this long is cut off, such as one whose client does not read. Streams beat
 * more often, and the slowest reply (a buyer's list is read) takes 5 minutes at most.
 */
const SILENCE_MAX_MS = minutes(6)

/**
 * A node drops connections above this. An open page keeps one for its stream; the others are for browsers' and proxies'
 * calls. Idle connections have 20 KB each, so all of them together have 100 MB.
 */
const CONNECTIONS_MAX = STREAM_LIMITS.perNodeMax + 3_000

/** While the server stops: short enough that no one waits for it. */
const CLOSE_IDLE_EVERY_MS = 100

/** Creates the server. `publicUrl` is a function because it is known only after listening if the port is 0. */
export async function createHttpServer(options: {
  config: Config
  log: FastifyBaseLogger
  publicUrl: () => string
  /** Cookies that identify a client for the rate limit, strongest first. */
  sessionCookies: readonly string[]
  tracing?: Tracing | null
}): Promise<FastifyInstance> {
  const { config } = options
  const processId = randomBytes(4).toString('hex')
  let requests = 0
  const newRequestId = () => `req_${processId}${(requests++).toString(36)}`
  const securityHeaders = await readSecurityHeaders(config)

  const app = Fastify({
    loggerInstance: options.log,
    childLoggerFactory: (parent, bindings) => lazyRequestLog(parent, bindings),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES_MAX,
    trustProxy: trustOf(config.trustedProxies),
    requestIdHeader: false,
    genReqId: newRequestId,
    // A missing Host gets our form of reply too, see `requireOneHost`.
    http: { requireHostHeader: false, headersTimeout: HEADERS_WITHIN_MS, connectionsCheckingInterval: seconds(5) },
    frameworkErrors: handleFrameworkErrors(securityHeaders.api),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, securityHeaders.api, newRequestId()),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    // A slow client may take a minute to send its request; one that never finishes is cut off.
    requestTimeout: minutes(1),
    keepAliveTimeout: seconds(65),
    connectionTimeout: SILENCE_MAX_MS,
    forceCloseConnections: 'idle',
    // A stopping node still serves what comes over open connections, and closes each after its reply.
    return503OnClosing: false,
  })
  app.server.maxConnections = CONNECTIONS_MAX
  const warn = openRareWarnings()
  app.server.on('drop', () => warn(app.log, { most: CONNECTIONS_MAX }, 'dropped a connection: too many are open'))
  await options.tracing?.watchRequests(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.removeContentTypeParser('text/plain')
  keepRoutePatterns(app)
  handleErrors(app)

  await app.register(cookie)
  ignoreCookiesBesideKeys(app)
  const pageHeaders = Object.entries(securityHeaders.page)
  app.decorate('pagePolicy', securityHeaders.page['content-security-policy'] ?? '')
  app.decorate('cachedHeaders', cachedHeaderLines(securityHeaders.api))
  serveEventStreams(app, { headers: securityHeaders.api, hasAddressMax: config.hasRateLimits })
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api/')) {
      // A file that someone else wrote has a stricter policy of its own.
      const own = reply.getHeader('content-security-policy')
      reply.headers(
        own === undefined ? securityHeaders.api : { ...securityHeaders.api, 'content-security-policy': own },
      )
    }
    // The card form's frame brings its own policy.
    else for (const [name, value] of pageHeaders) if (!reply.hasHeader(name)) reply.header(name, value)
    done()
  })
  requireOneHost(app)
  requireStorableText(app)
  limitBodies(app, { hasAddressMax: config.hasRateLimits })
  if (config.hasRateLimits) {
    const { sessionCookies } = options
    await limitRequests(app, { sessionCookies, connections: config.databasePool })
  }
  requireSameSite(app, options.publicUrl)

  app.addHook('preClose', (done) => {
    // Node ends the connections that are idle when it stops, but one that is still replying would stay open afterwards.
    const timer = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
    app.server.once('close', () => clearInterval(timer))
    done()
  })

  logRequests(app, config.logLevel)
  return app
}
