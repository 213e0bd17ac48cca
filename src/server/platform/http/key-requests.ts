/**
 * Requests of programs, which bring an API key instead of cookies: `Authorization: Bearer …` under `/api/`. What a
 * browser sends by itself counts for nothing there, so another site cannot use a visitor's cookies with it.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** As `Endpoint.key`. */
    key?: NonNullable<Endpoint['key']>
  }
}

const BEARER = /^bearer(?: +(\S*) *)?$/i

/** Returns the key that a request brings, right or wrong; null if it brings none. */
export function keyIn({ url, headers: { authorization } }: Pick<FastifyRequest, 'url' | 'headers'>): string | null {
  if (authorization === undefined || !url.startsWith('/api/') || !/^bearer\b/i.test(authorization)) return null
  return BEARER.exec(authorization)?.[1] ?? ''
}

/** Takes the cookies off requests that bring a key. Register it after the reader of cookies and before all that use them. */
export function ignoreCookiesBesideKeys(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (keyIn(request) !== null) {
      delete request.headers.cookie
      request.cookies = {}
    }
    done()
  })
}
