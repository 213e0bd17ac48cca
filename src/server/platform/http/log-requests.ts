/** The log line of a request: at most one. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { loggablePath } from '../logging.ts'
import { patternOf } from './route-pattern.ts'

/** A node that is starting or stopping says 503 here on purpose, so that no one sends it requests. */
const PROBE = '/readyz'

/**
 * Returns the level of a request's line. A 5xx is ours, and someone has to look at it. Refusing a wrong request is
 * ordinary work. A read that worked matters only to someone who looks for it.
 */
function levelOf(request: FastifyRequest, reply: FastifyReply): 'debug' | 'info' | 'error' {
  if (reply.statusCode >= 500) return patternOf(request) === PROBE ? 'info' : 'error'
  return request.method === 'GET' && reply.statusCode < 400 ? 'debug' : 'info'
}

/** Logs requests when they have been answered. @param logLevel from the config */
export function logRequests(app: FastifyInstance, logLevel: string): void {
  const isVerbose = ['debug', 'trace'].includes(logLevel)
  const isQuiet = !isVerbose && logLevel !== 'info'
  app.addHook('onResponse', (request, reply, done) => {
    const level = levelOf(request, reply)
    // Most requests end here, without a log of their own.
    if ((level === 'debug' && !isVerbose) || (level === 'info' && isQuiet)) return done()
    const fields = {
      method: request.method,
      route: patternOf(request) ?? loggablePath(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...request.fault?.fields,
    }
    request.log[level](fields, request.fault?.message ?? 'answered')
    done()
  })
}
