import helmet from '@fastify/helmet'
import Fastify from 'fastify'
import type { Config } from '../config.ts'

/** Where live card fields come from; named in the policy only when live keys are set. */
const STRIPE_SOURCES = {
  script: ['https://js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
}

/**
 * The headers that every reply carries. They are the same for all requests, so helmet is asked for them once: asked for
 * each request it builds its whole chain anew, which took a seventh of the time of a county page.
 */
export async function readSecurityHeaders(config: Config): Promise<Record<string, string>> {
  const stripe = config.stripe && !config.stripeApiBase ? STRIPE_SOURCES : { script: [], frame: [], connect: [] }
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
  model.get('/', (_request, reply) => reply.raw.getHeaders())
  const reply = await model.inject('/')
  const headers: Record<string, string> = reply.json()
  return { ...headers, 'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)' }
}
