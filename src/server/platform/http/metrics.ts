/** Metrics for Prometheus: those of the process, and how many requests took how long, by route and status. */
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Database } from '../database.ts'
import { isDirectFromHere } from './direct-callers.ts'
import { sendNotFound } from './error-handler.ts'
import { type Durations, RequestDurations } from './request-durations.ts'
import { patternOf } from './route-pattern.ts'

/** A gauge that is read at each scrape; its keys become the values of the label. */
export interface Metric {
  name: string
  help: string
  label: 'state' | 'timer' | 'figure'
  read(): Promise<Readonly<Record<string, number>>>
}

/** What `/metrics` shows, for others that send it elsewhere. */
export interface MetricsSource {
  registry: Registry
  durations: () => Durations
}

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0)

/** Serves `GET /metrics` to direct callers from this machine, and to others with the token; everyone else gets a 404. */
export function serveMetrics(
  app: FastifyInstance,
  options: { databases: readonly Database[]; token: string | undefined; metrics: readonly Metric[] },
): MetricsSource {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new RequestDurations('http_request_duration_seconds')
  new Gauge({
    name: 'database_connections',
    help: 'Connections of this node, by state.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const pools = options.databases.map(({ pool }) => pool)
      this.set({ state: 'open' }, sum(pools.map(({ totalCount }) => totalCount)))
      this.set({ state: 'idle' }, sum(pools.map(({ idleCount }) => idleCount)))
      this.set({ state: 'waited_for' }, sum(pools.map(({ waitingCount }) => waitingCount)))
    },
  })
  new Counter({
    name: 'database_statements_total',
    help: 'Statements sent by this node.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(sum(options.databases.map((database) => database.statementCount())))
    },
  })
  new Counter({
    name: 'database_connections_lost_total',
    help: 'Connections of this node that broke or were given up because no answer came.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(sum(options.databases.map((database) => database.lostConnections())))
    },
  })
  for (const { name, help, label, read } of options.metrics) {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      async collect() {
        this.reset()
        // While the database is down, the other metrics matter most, and this one is unknown.
        const counts = await read().catch(() => ({}))
        for (const [value, count] of Object.entries(counts)) this.set({ [label]: value }, count)
      },
    })
  }
  app.addHook('onResponse', (request, reply, done) => {
    durations.observe({
      method: request.method,
      route: patternOf(request) ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    })
    done()
  })
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const isKnown = options.token !== undefined && request.headers.authorization === `Bearer ${options.token}`
    if (!isKnown && !isDirectFromHere(request)) return sendNotFound(request, reply)
    return reply.type(registry.contentType).send(`${await registry.metrics()}\n${durations.text()}`)
  })
  return { registry, durations: () => durations.read() }
}
