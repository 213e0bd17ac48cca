/** The pattern of the route that answers a request, for figures and logs: `/api/counties/:state`, never the address itself. */
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by routes that know; see `patternOf`. */
    pattern: string | null
  }
}

/** Makes room for it; call before routes are added. */
export function keepRoutePatterns(app: FastifyInstance): void {
  app.decorateRequest('pattern', null)
}

/** Null when no route answers. Fastify's own answer gathers a dozen fields each time, a sixth of the time of a county page. */
export function patternOf(request: FastifyRequest): string | null {
  return request.pattern ?? request.routeOptions.url ?? null
}
