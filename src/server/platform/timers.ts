/** Short work that every node repeats. A run never overlaps itself; a failed one is logged and the next comes in time. */
import type { Log } from './logging.ts'

export interface Timer {
  name: string
  everyMs: number
  run(): Promise<unknown>
}

/** Starts timers; `stop` waits for the runs under way. */
export function startTimers(timers: readonly Timer[], log: Log): { stop(): Promise<void> } {
  let isStopping = false
  const loops = timers.map(({ name, everyMs, run }) => {
    let running: Promise<unknown> | undefined
    const handle = setInterval(() => {
      if (isStopping || running) return
      running = run()
        .catch((error) =>
          log.warn({ timer: name, reason: String(error) }, 'repeated work failed and will be tried again'),
        )
        .finally(() => {
          running = undefined
        })
    }, everyMs)
    return async () => {
      clearInterval(handle)
      await running
    }
  })
  return {
    async stop() {
      isStopping = true
      await Promise.all(loops.map((stop) => stop()))
    },
  }
}
