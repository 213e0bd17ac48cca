/** Clients of a load: each does one piece of work after another, for a limited time. */
import { UnexpectedReply } from './buyer.ts'
import { type LoadResult, percentile } from './load.ts'

/** One piece of work of one client; if it throws, the run has failed. */
type Work = () => Promise<unknown>

export interface Client {
  work: Work
  /** Whether it has nothing left to do before its time is over. */
  isDone?(): boolean
  close(): unknown
}

/** One of them, at random. */
export const drawn = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T

/** What went wrong, in one line. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Lets all clients work for a limited time, each doing one piece after another. */
export async function runClients(clients: readonly Client[], seconds: number): Promise<LoadResult> {
  const latencies: number[] = []
  const failures: Record<string, number> = {}
  const cpuBefore = process.cpuUsage()
  const start = performance.now()
  const end = start + seconds * 1_000
  await Promise.all(
    clients.map(async ({ work, isDone }) => {
      for (let at = performance.now(); at < end && !isDone?.(); at = performance.now()) {
        try {
          await work()
          latencies.push(performance.now() - at)
        } catch (error) {
          const reason = reasonOf(error)
          failures[reason] = (failures[reason] ?? 0) + 1
          if (!(error instanceof UnexpectedReply)) return
        }
      }
    }),
  )
  const elapsed = (performance.now() - start) / 1_000
  const cpu = process.cpuUsage(cpuBefore)
  await Promise.all(clients.map((client) => client.close()))
  return {
    done: latencies.length,
    failures,
    seconds: elapsed,
    generatorCpu: (cpu.user + cpu.system) / 1e6 / elapsed,
    latencyMs: { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99), max: percentile(latencies, 1) },
  }
}

/** Creates this many of something, all at once. */
export const many = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, make))
