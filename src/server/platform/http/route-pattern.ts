/** The pattern of the route that answers a request, for metrics and logs: `/api/counties/:state`, never the URL itself. */
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by routes that know it; see `patternOf`. */
    pattern: string | null
  }
}

/** Makes room for the pattern; call it before routes are added. */
export function keepRoutePatterns(app: FastifyInstance): void {
  app.decorateRequest('pattern', null)
}

/**
 * Returns the pattern; null if no route answers. Fastify's own getter collects a dozen fields each time, a sixth of the
 * time of a county page.
 */
export function patternOf(request: FastifyRequest): string | null {
  return request.pattern ?? request.routeOptions.url ?? null
}
