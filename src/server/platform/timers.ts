/** Short work that is repeated. A run never overlaps itself; a failed one is logged and the next comes on time. */
import type { Metric } from './http/metrics.ts'
import type { Log } from './logging.ts'
import { oncePerMinute } from './once-per-minute.ts'

export interface Timer {
  name: string
  everyMs: number
  run(): Promise<unknown>
}

/** When each timer last ended a run, on the clock of the process. */
const endedAt = new WeakMap<Timer, number>()

/** Returns how long ago each timer of this process ended a run, in seconds, without those that never did. */
export const timerAges = (timers: readonly Timer[]): Record<string, number> =>
  Object.fromEntries(
    timers.flatMap((timer) => {
      const at = endedAt.get(timer)
      return at === undefined ? [] : [[timer.name, (performance.now() - at) / 1_000]]
    }),
  )

/** @param read returns ages of timers by name, in seconds */
export const timersMetric = (read: () => Record<string, number>): Metric => ({
  name: 'timer_seconds_since_run',
  help: 'How long ago each timer of this node ended a run.',
  label: 'timer',
  read: async () => read(),
})

/** Starts timers; `stop` waits for the runs in progress. */
export function startTimers(timers: readonly Timer[], log: Log): { stop(): Promise<void> } {
  let isStopping = false
  const warn = oncePerMinute(log)
  const loops = timers.map((timer) => {
    const { name, everyMs, run } = timer
    let running: Promise<unknown> | undefined
    const handle = setInterval(() => {
      if (isStopping || running) return
      running = run()
        .catch((error) =>
          warn({ timer: name, reason: String(error) }, 'repeated work failed and will be tried again', name),
        )
        .finally(() => {
          running = undefined
          endedAt.set(timer, performance.now())
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
