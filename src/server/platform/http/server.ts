/**
 * The web server before any feature: ids, logs, security headers, JSON only, limits, same-site changes. Features are
 * registered on top by `app.ts`.
 */
import { randomBytes } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Config } from '../config.ts'
import { fingerprint } from '../ids.ts'
import { loggablePath } from '../logging.ts'
import { handleErrors } from './error-handler.ts'
import { requireSameSite } from './same-site.ts'

/** No body of ours comes near this; uploads of later steps set their own limit on their own route. */
const BODY_BYTES_MAX = 256 * 1024

/**
 * Requests a minute. Counted per node and in memory: they protect a node from one client, while what must hold over
 * all nodes (holds per cart and address, log-in guesses) is counted in the database.
 */
const REQUESTS_PER_MINUTE = { address: 6_000, session: 600 }

/** Where live card fields come from; named in the policy only when live keys are set. */
const STRIPE_SOURCES = {
  script: ['https://js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
}

/** Makes the server; `publicUrl` is known only after listening when the port is 0, hence a function. */
export async function createHttpServer(options: {
  config: Config
  log: FastifyBaseLogger
  publicUrl: () => string
  /** Cookies that name a client for the rate limit, the strongest first. */
  sessionCookies: readonly string[]
}): Promise<FastifyInstance> {
  const { config } = options
  const stripe = config.stripe && !config.stripeApiBase ? STRIPE_SOURCES : { script: [], frame: [], connect: [] }
  const processId = randomBytes(4).toString('hex')
  let requests = 0

  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES_MAX,
    // Only the addresses that our own proxies appended count; what the client wrote before them does not.
    trustProxy: config.trustProxyHops === 0 ? false : (_address: string, hop: number) => hop < config.trustProxyHops,
    requestIdHeader: false,
    genReqId: () => `req_${processId}${(requests++).toString(36)}`,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    // A slow client may take a minute to send its request; one that never finishes is cut off.
    requestTimeout: 60_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.removeContentTypeParser('text/plain')
  handleErrors(app)

  await app.register(cookie)
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...stripe.script],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...stripe.connect],
        frameSrc: ["'self'", ...stripe.frame],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        mediaSrc: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
    strictTransportSecurity: config.publicUrl?.startsWith('https://')
      ? { maxAge: 31_536_000, includeSubDomains: false }
      : false,
    crossOriginEmbedderPolicy: false,
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(self)')
  })
  await app.register(compress, { threshold: 2_048, encodings: ['br', 'gzip'], brotliOptions: { params: { 1: 4 } } })

  if (config.hasRateLimits) {
    await app.register(rateLimit, {
      global: true,
      timeWindow: '1 minute',
      keyGenerator: (request) => {
        const session = options.sessionCookies.map((name) => request.cookies[name]).find(Boolean)
        return session ? `session:${fingerprint(session)}` : `address:${request.ip}`
      },
      max: (_request, key) => (key.startsWith('session:') ? REQUESTS_PER_MINUTE.session : REQUESTS_PER_MINUTE.address),
      addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
      addHeaders: {
        'x-ratelimit-limit': false,
        'x-ratelimit-remaining': false,
        'x-ratelimit-reset': false,
        'retry-after': true,
      },
    })
  }
  requireSameSite(app, options.publicUrl)

  app.addHook('onResponse', async (request, reply) => {
    const fields = {
      method: request.method,
      route: request.routeOptions.url ?? loggablePath(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    if (request.method === 'GET' && reply.statusCode < 400) request.log.debug(fields, 'answered')
    else request.log.info(fields, 'answered')
  })
  return app
}
