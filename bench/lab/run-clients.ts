/** Clients of a load: each does one piece of work after the other, for a time. */
import { UnexpectedReply } from './buyer.ts'
import { type LoadResult, percentile } from './load.ts'

/** One piece of work of one client; what it throws is a failure of the run. */
type Work = () => Promise<unknown>

export interface Client {
  work: Work
  /** Whether nothing is left to do for it before its time is over. */
  isDone?(): boolean
  close(): unknown
}

/** One of them, by chance. */
export const drawn = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T

/** What went wrong, in a line. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Lets all clients work for a time, each one piece after the other. */
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

/** So many of something, made at once. */
export const many = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, make))
