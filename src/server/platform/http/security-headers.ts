import { createHash } from 'node:crypto'
import helmet from '@fastify/helmet'
import Fastify from 'fastify'
import type { Config } from '#server/platform/context.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly pagePolicy: string
  }
}

/** Where live card fields come from. Always in the policy, as keys can come while pages are open, but for another card server. */
const STRIPE_SOURCES = {
  script: ['https://js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
}

const INLINE = /<(script|style)>([\s\S]*?)<\/\1>/g

/** Also allows exactly the scripts and styles of our own page; nothing injected into it runs. */
export function allowInline(policy: string, page: string): string {
  const hashes = { script: new Set<string>(), style: new Set<string>() }
  for (const [, kind, text = ''] of page.matchAll(INLINE)) {
    const hash = createHash('sha256').update(text).digest('base64')
    hashes[kind === 'script' ? 'script' : 'style'].add(`'sha256-${hash}'`)
  }
  return policy.replace(/(script|style)-src 'self'/g, (source, kind: 'script' | 'style') =>
    [source, ...hashes[kind]].join(' '),
  )
}

const OF_ALL_REPLIES = [
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
]

/** The same for all requests, so helmet is asked once: for each request it took a seventh of the time of a county page. */
export async function readSecurityHeaders(config: Config): Promise<Record<'page' | 'api', Record<string, string>>> {
  const isSecure = config.publicUrl?.startsWith('https://')
  const stripe = config.stripeApiBase ? { script: [], frame: [], connect: [] } : STRIPE_SOURCES
  // Another server has only the API: script and frames for it are our own, and they call it directly.
  const cardServer = config.stripeApiBase ? [config.stripeApiBase] : []
  const model = Fastify()
  await model.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...stripe.script],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...stripe.connect, ...cardServer],
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
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
  })
  model.get('/', (_request, reply) => reply.raw.getHeaders())
  const headers: Record<string, string> = (await model.inject('/')).json()
  const common = Object.entries(headers).filter(([name]) => OF_ALL_REPLIES.includes(name))
  return {
    page: { ...headers, 'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=(self)' },
    // The API sends no documents, so a few lines forbid everything.
    api: { ...Object.fromEntries(common), 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" },
  }
}
