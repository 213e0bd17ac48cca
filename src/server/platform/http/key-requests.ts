/** Programs send an API key under `/api/` and to `/mcp`. Cookies are ignored beside it, so another site cannot use a visitor's. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    key?: NonNullable<Endpoint['key']>
  }
}

/** Where agents call tools, see `features/mcp`. */
export const TOOLS_PATH = '/mcp'

/** Whether an address is for programs, so that it may come with a key and is answered with data, not with pages. */
export const isForPrograms = (url: string): boolean =>
  url.startsWith('/api/') || url === TOOLS_PATH || url.startsWith(`${TOOLS_PATH}?`)

const BEARER = /^bearer(?: +(\S*) *)?$/i

/** The key of a request, valid or not; null if it has none. */
export function keyIn({ url, headers: { authorization } }: Pick<FastifyRequest, 'url' | 'headers'>): string | null {
  if (authorization === undefined || !isForPrograms(url) || !/^bearer\b/i.test(authorization)) return null
  return BEARER.exec(authorization)?.[1] ?? ''
}

/** Removes the cookies from requests with a key. Register it after the cookie parser and before what uses cookies. */
export function ignoreCookiesBesideKeys(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (keyIn(request) !== null) {
      delete request.headers.cookie
      request.cookies = {}
    }
    done()
  })
}
