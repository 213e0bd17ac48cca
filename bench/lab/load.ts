/** What the load generator is asked to do, and what it returns. Both sides of its channel read this. */

export type Load =
  /** GETs of paths drawn at random, with more lines of the request's head if there are any. */
  | { kind: 'reads'; url: string; paths: readonly string[]; clients: number; seconds: number; head?: string }
  /**
   * Holds of packages drawn at random; a client takes a new cart before its cart is full. `desk`: the cookie of a buyer's
   * open desk.
   */
  | { kind: 'holds'; url: string; packageIds: readonly string[]; clients: number; seconds: number; desk?: string }
  /** Whole checkouts, one line each, each by a new buyer `<name>-<number>@bench.example`. */
  | {
      kind: 'checkouts'
      url: string
      packageIds: readonly string[]
      clients: number
      seconds: number
      buyerName: string
    }
  /** Reps who send payment links of one line each, each to a new customer `<name>-<number>@bench.example`. */
  | {
      kind: 'sends'
      url: string
      packageIds: readonly string[]
      reps: readonly { email: string; password: string }[]
      seconds: number
      customerName: string
    }
  /** Customers who open and pay links, each link once, until the time is over or none is left. */
  | {
      kind: 'links'
      url: string
      links: readonly { token: string; amount: number }[]
      clients: number
      seconds: number
    }
  /** The bare limit: `update bare_rows … where id = …`, each its own transaction, on rows 1 to `rows`. */
  | { kind: 'updates'; databaseUrl: string; rows: number; clients: number; seconds: number }
  /** For each package in turn: all buyers ask for it at the same moment, spread over the nodes; the one who holds it pays. */
  | { kind: 'race'; urls: readonly string[]; packageIds: readonly string[]; buyers: number }

export interface LoadResult {
  /** Finished successfully. */
  done: number
  /** By reason; a bench with any of these is void. */
  failures: Record<string, number>
  seconds: number
  /** Of one core, spent by the generator itself: near 1, it would be the bottleneck. */
  generatorCpu: number
  latencyMs: { p50: number; p99: number; max: number }
  /** In a race: orders recorded for each package. */
  ordersPerRound?: number[]
}

/** @param share 0.99 for p99; the values need no order */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)
