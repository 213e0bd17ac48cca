import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import { keyIn } from './key-requests.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses changing requests that another site sends with a visitor's cookies. Origin, if present, must be this host or
 * the public URL; browsers that send Sec-Fetch-Site must not say `cross-site`. Requests with an API key have no cookies,
 * and no other site can add the key.
 *
 * @throws Refusal `cross_site`
 */
export function requireSameSite(app: FastifyInstance, publicUrl: () => string): void {
  const isSameSite = (request: FastifyRequest): boolean => {
    const { method, headers } = request
    if (READS.has(method) || keyIn(request) !== null) return true
    if (headers['sec-fetch-site'] === 'cross-site') return false
    const { origin } = headers
    if (origin === undefined) return true
    const isOwnHost = URL.canParse(origin) && new URL(origin).host === headers.host
    return isOwnHost || origin === new URL(publicUrl()).origin
  }
  app.addHook('onRequest', (request, _reply, done) => {
    if (isSameSite(request)) done()
    else done(new Refusal('cross_site'))
  })
}
