import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Database } from '#server/platform/database/database.ts'
import { patternOf } from './endpoint.ts'
import { sendNotFound } from './error-handler.ts'
import { isDirectFromHere } from './trusted-proxies.ts'

const BOUNDS = [0.001, 0.005, 0.025, 0.1, 0.5, 2, 10]
const HELP = 'Time from request to reply, by route and status.'

interface Series {
  method: string
  route: string
  status: number
  labels: string
  /** By bound; the last one counts those above all bounds. */
  counts: number[]
  count: number
  seconds: number
}

/** The library's histogram sorts labels for every observation, a quarter of a county page's time. */
class RequestDurations {
  readonly #name: string
  readonly #series = new Map<string, Series>()

  constructor(name: string) {
    this.#name = name
  }

  /** @param request.route the pattern, never the URL itself: each is kept forever */
  observe(request: { method: string; route: string; status: number; seconds: number }): void {
    const key = `${request.status}${request.method}${request.route}`
    const series = this.#series.get(key) ?? this.#begin(key, request)
    const bucket = BOUNDS.findIndex((bound) => request.seconds <= bound)
    const index = bucket >= 0 ? bucket : BOUNDS.length
    series.counts[index] = (series.counts[index] ?? 0) + 1
    series.count += 1
    series.seconds += request.seconds
  }

  #begin(key: string, { method, route, status }: { method: string; route: string; status: number }): Series {
    const labels = `method="${method}",route=${JSON.stringify(route)},status="${status}"`
    const series = { labels, method, route, status, counts: [...BOUNDS.map(() => 0), 0], count: 0, seconds: 0 }
    this.#series.set(key, series)
    return series
  }

  read() {
    const series: readonly Readonly<Series>[] = [...this.#series.values()]
    return { name: this.#name, help: HELP, bounds: BOUNDS, series }
  }

  text(): string {
    const lines = [`# HELP ${this.#name} ${HELP}`, `# TYPE ${this.#name} histogram`]
    for (const { labels, counts, count, seconds } of this.#series.values()) {
      let below = 0
      for (const [index, bound] of BOUNDS.entries()) {
        below += counts[index] ?? 0
        lines.push(`${this.#name}_bucket{${labels},le="${bound}"} ${below}`)
      }
      lines.push(`${this.#name}_bucket{${labels},le="+Inf"} ${count}`)
      lines.push(`${this.#name}_sum{${labels}} ${seconds}`, `${this.#name}_count{${labels}} ${count}`)
    }
    return `${lines.join('\n')}\n`
  }
}

/** A gauge that is read at each scrape; its keys become the values of the label. */
export interface Metric {
  name: string
  help: string
  label: 'state' | 'timer' | 'figure'
  read(): Promise<Readonly<Record<string, number>>>
}

export type MetricsSource = ReturnType<typeof serveMetrics>

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0)

/** Serves `GET /metrics` to direct callers from this machine, and to others with the token; everyone else gets a 404. */
export function serveMetrics(
  app: FastifyInstance,
  options: { databases: readonly Database[]; token: string | undefined; metrics: readonly Metric[] },
) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const durations = new RequestDurations('http_request_duration_seconds')
  new Gauge({
    name: 'database_connections',
    help: 'Connections of this node, by state.',
    labelNames: ['state'],
    registers,
    collect() {
      const pools = options.databases.map(({ pool }) => pool)
      this.set({ state: 'open' }, sum(pools.map(({ totalCount }) => totalCount)))
      this.set({ state: 'idle' }, sum(pools.map(({ idleCount }) => idleCount)))
      this.set({ state: 'waited_for' }, sum(pools.map(({ waitingCount }) => waitingCount)))
    },
  })
  const countOf = (name: string, help: string, read: (database: Database) => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(sum(options.databases.map(read)))
      },
    })
  countOf('database_statements_total', 'Statements sent by this node.', (database) => database.statementCount())
  countOf(
    'database_connections_lost_total',
    'Connections of this node that broke or were given up because no answer came.',
    (database) => database.lostConnections(),
  )
  for (const { name, help, label, read } of options.metrics) {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers,
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
  app.get('/metrics', async (request, reply) => {
    const isKnown = options.token !== undefined && request.headers.authorization === `Bearer ${options.token}`
    if (!isKnown && !isDirectFromHere(request)) return sendNotFound(request, reply)
    return reply.type(registry.contentType).send(`${await registry.metrics()}\n${durations.text()}`)
  })
  return { registry, durations: () => durations.read() }
}
