/**
 * Counts how many requests took how long, by route and status. The library's histogram sorts and joins its labels for
 * every observation, which took a quarter of the time of a county page; here a request costs one map lookup.
 */

/** Upper bounds in seconds; slower requests count under `+Inf`. */
const BOUNDS = [0.001, 0.005, 0.025, 0.1, 0.5, 2, 10]

const HELP = 'Time from request to reply, by route and status.'

/** The requests of one route and status. */
interface Series {
  method: string
  route: string
  status: number
  labels: string
  /** By bound, each request once; the last one counts those above all bounds. */
  counts: number[]
  count: number
  seconds: number
}

/** All counts so far. */
export interface Durations {
  name: string
  help: string
  /** Upper bounds in seconds. */
  bounds: readonly number[]
  series: readonly Readonly<Series>[]
}

export class RequestDurations {
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

  /** Returns all counts; they go on changing. */
  read(): Durations {
    return { name: this.#name, help: HELP, bounds: BOUNDS, series: [...this.#series.values()] }
  }

  /** Returns all counts in Prometheus's text format. */
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
