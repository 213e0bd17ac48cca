/** What the load generator is asked to do and what it returns, for both sides of its channel; and its process. */
import { once } from 'node:events'
import { startProcess } from './processes.ts'

export type Load =
  /** GETs of paths drawn at random, with more lines of the request's head if there are any. */
  | { kind: 'reads'; url: string; paths: readonly string[]; clients: number; seconds: number; head?: string }
  /** Holds of packages drawn at random; a client takes a new cart before its cart is full. */
  | { kind: 'holds'; url: string; packageIds: readonly string[]; clients: number; seconds: number }
  /** Whole checkouts, one line each, each by a new buyer `<name>-<number>@lab.example`. */
  | {
      kind: 'checkouts'
      url: string
      packageIds: readonly string[]
      clients: number
      seconds: number
      buyerName: string
    }
  /** For each package in turn: all buyers ask for it at the same moment, spread over the nodes; the one who holds it pays. */
  | { kind: 'race'; urls: readonly string[]; packageIds: readonly string[]; buyers: number }

export interface LoadResult {
  done: number
  /** By reason; a load with any of these is void. */
  failures: Record<string, number>
  seconds: number
  latencyMs: { p50: number; p99: number }
  ordersPerRound?: number[]
}

/** @param share 0.99 for p99; the values need no order */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

export type Generator = ReturnType<typeof startGenerator>

/** Starts the load generator's process. It runs one load at a time. */
export function startGenerator() {
  const child = startProcess('lab/load-process.ts')
  return {
    pid: child.pid,
    /** @throws Error if any request failed, because such a figure would mean nothing */
    async run(load: Load): Promise<LoadResult> {
      child.process.send(load)
      const [answer]: { result?: LoadResult; error?: string }[] = await Promise.race([
        once(child.process, 'message'),
        child.ended.then(() => Promise.reject(new Error('the load generator ended'))),
      ])
      if (!answer?.result) throw new Error(`the load could not run: ${answer?.error}`)
      const failures = Object.entries(answer.result.failures).map(([reason, times]) => `${times} × ${reason}`)
      if (failures.length > 0) throw new Error(failures.slice(0, 5).join('\n'))
      return answer.result
    },
    close: () => child.stop('SIGKILL'),
  }
}
