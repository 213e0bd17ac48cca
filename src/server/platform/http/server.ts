/** The web server before any feature: ids, logs, security headers, JSON only, limits, same-site changes. */
import { randomBytes } from 'node:crypto'
import cookie from '@fastify/cookie'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import * as z from 'zod/mini'
import type { Schema } from '#contract/endpoint.ts'
import { minutes, seconds } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { lazyRequestLog, loggablePath, openRareWarnings } from '#server/platform/logging.ts'
import type { Tracing } from '#server/platform/tracing/tracing.ts'
import { cachedHeaderLines } from './cached-json.ts'
import { keepRoutePatterns, patternOf } from './endpoint.ts'
import { answerBrokenRequest, handleErrors, handleFrameworkErrors } from './error-handler.ts'
import { STREAM_LIMITS, serveEventStreams } from './event-stream.ts'
import { ignoreCookiesBesideKeys, isForPrograms, keyIn } from './key-requests.ts'
import { limitRequests } from './rate-limits.ts'
import { readSecurityHeaders } from './security-headers.ts'
import { trustOf } from './trusted-proxies.ts'
import { limitBodies } from './uploads.ts'

/** A node that is starting or stopping says 503 here on purpose, so that no one sends it requests. */
const PROBE = '/readyz'

/** A 5xx is ours, and someone has to look at it. Refusing a wrong request is ordinary work; a read that worked is less. */
function levelOf(request: FastifyRequest, reply: FastifyReply): 'debug' | 'info' | 'error' {
  if (reply.statusCode >= 500) return patternOf(request) === PROBE ? 'info' : 'error'
  return request.method === 'GET' && reply.statusCode < 400 ? 'debug' : 'info'
}

/** Logs requests when they have been answered. */
export function logRequests(app: FastifyInstance, config: Pick<Config, 'logLevel' | 'hasLoggedAddresses'>): void {
  const { logLevel, hasLoggedAddresses } = config
  const isVerbose = ['debug', 'trace'].includes(logLevel)
  const isQuiet = !isVerbose && logLevel !== 'info'
  app.addHook('onResponse', (request, reply, done) => {
    const level = levelOf(request, reply)
    if ((level === 'debug' && !isVerbose) || (level === 'info' && isQuiet)) return done()
    const fields = {
      method: request.method,
      route: patternOf(request) ?? loggablePath(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...(hasLoggedAddresses && { address: request.ip }),
      ...request.fault?.fields,
    }
    request.log[level](fields, request.fault?.message ?? 'answered')
    done()
  })
}

/** PostgreSQL cannot store the zero character and half a surrogate pair. A loop: a body may be nested deep. */
function hasBadText(body: unknown): boolean {
  const open = [body]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) return true
    if (typeof value !== 'object' || value === null) continue
    // Not a file, nor bytes that are read as they came.
    const isJson = Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value))
    if (isJson) for (const entry of Object.entries(value)) open.push(...entry)
  }
  return false
}

function requireStorableText(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const [path = '', query = ''] = request.url.split('?', 2)
    if (path.includes('%00')) return done(new Refusal('not_found'))
    done(query.includes('%00') ? new Refusal('bad_request.text') : undefined)
  })
  app.addHook('preValidation', (request, _reply, done) =>
    done(hasBadText(request.body) ? new Refusal('bad_request.text') : undefined),
  )
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses changes that another site sends with a visitor's cookies; it cannot add an API key. @throws `cross_site` */
function requireSameSite(app: FastifyInstance, publicUrl: () => string): void {
  const isSameSite = (request: FastifyRequest): boolean => {
    const { method, headers } = request
    if (READS.has(method) || keyIn(request) !== null) return true
    if (headers['sec-fetch-site'] === 'cross-site') return false
    const { origin } = headers
    if (origin === undefined) return true
    const isOwnHost = URL.canParse(origin) && new URL(origin).host === headers.host
    return isOwnHost || origin === new URL(publicUrl()).origin
  }
  app.addHook('onRequest', (request, _reply, done) => done(isSameSite(request) ? undefined : new Refusal('cross_site')))
}

/**
 * Refuses several Host headers, none, or another host in the URL: a proxy and this server could believe different ones.
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2-6
 */
function requireOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    let hosts = 0
    for (let index = 0; index < raw.rawHeaders.length; index += 2) {
      const name = raw.rawHeaders[index] ?? ''
      if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
    }
    const isOne = hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0')
    const { url = '' } = raw
    const isAgreed = !/^https?:/i.test(url) || URL.parse(url)?.host === raw.headers.host
    done(isOne && isAgreed ? undefined : new Refusal('bad_request'))
  })
}

/** Requests and replies pass through the contract's schemas. What does not fit a request is answered by error-handler.ts. */
function checkWithSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler<Schema>(({ schema }) => (data) => {
    const { data: value, error } = z.safeParse(schema, data)
    return error ? { error: error.issues as never } : { value }
  })
  app.setSerializerCompiler<Schema>(({ schema }) => {
    return (data) => JSON.stringify(z.encode(schema, data))
  })
}

const BODY_BYTES_MAX = 256 * 1024
const HEADERS_WITHIN_MS = seconds(20)
/** For connections on which no byte moves. Streams beat more often, and the slowest reply takes 5 minutes at most. */
const SILENCE_MAX_MS = minutes(6)
/** Above, connections are dropped. An open page keeps one for its stream. An idle one has 20 KB, so all have 100 MB. */
const CONNECTIONS_MAX = STREAM_LIMITS.perNodeMax + 3_000
const CLOSE_IDLE_EVERY_MS = 100

/** `publicUrl` is a function because it is known only after listening if the port is 0. */
export async function createHttpServer(options: {
  config: Config
  log: FastifyBaseLogger
  publicUrl: () => string
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
  checkWithSchemas(app)
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
    if (isForPrograms(request.url)) {
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
  if (config.hasRateLimits)
    await limitRequests(app, { sessionCookies: options.sessionCookies, connections: config.databasePool })
  requireSameSite(app, options.publicUrl)

  app.addHook('preClose', (done) => {
    // Node ends the connections that are idle when it stops, but one that is still replying would stay open afterwards.
    const timer = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
    app.server.once('close', () => clearInterval(timer))
    done()
  })

  logRequests(app, config)
  return app
}
