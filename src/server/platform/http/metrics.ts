/** Figures for Prometheus: the process's own, and how many requests took how long, by route and status. */
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../database.ts'
import { sendNotFound } from './error-handler.ts'

/** Headers by which a proxy says that it asks for somebody else. */
const PROXY_HEADERS = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Serves `GET /metrics` to loopback, and to others that show the token; for anyone else nothing is at this address. */
export function serveMetrics(app: FastifyInstance, options: { database: Database; token: string | undefined }): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to reply, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'database_connections',
    help: 'Connections of this node, by state.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { totalCount, idleCount, waitingCount } = options.database.pool
      this.set({ state: 'open' }, totalCount)
      this.set({ state: 'idle' }, idleCount)
      this.set({ state: 'waited_for' }, waitingCount)
    },
  })
  new Counter({
    name: 'database_statements_total',
    help: 'Statements sent by this node.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(options.database.statementCount())
    },
  })
  app.addHook('onResponse', (request, reply, done) => {
    durations.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1_000,
    )
    done()
  })
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const isKnown = options.token !== undefined && request.headers.authorization === `Bearer ${options.token}`
    // The socket's own address: a forwarded header must not make a stranger local, nor a proxied stranger loopback.
    const isProxied = PROXY_HEADERS.some((name) => request.headers[name] !== undefined)
    const isLocal = LOOPBACK.has(request.socket.remoteAddress ?? '') && !isProxied
    if (!isKnown && !isLocal) return sendNotFound(request, reply)
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
