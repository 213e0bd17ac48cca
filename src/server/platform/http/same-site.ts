import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses changing requests that another site sends with a visitor's cookies. Origin, when present, must be this host
 * or the public address; browsers that send Sec-Fetch-Site must not say `cross-site`.
 *
 * @throws Refusal `cross_site`
 */
export function requireSameSite(app: FastifyInstance, publicUrl: () => string): void {
  app.addHook('onRequest', async (request) => {
    if (READS.has(request.method)) return
    if (request.headers['sec-fetch-site'] === 'cross-site') throw new Refusal('cross_site')
    const { origin } = request.headers
    if (origin === undefined) return
    const isOwnHost = URL.canParse(origin) && new URL(origin).host === request.headers.host
    if (!isOwnHost && origin !== new URL(publicUrl()).origin) throw new Refusal('cross_site')
  })
}
