/** Short work that is repeated. A run never overlaps itself; a failed one is logged and the next comes on time. */
import type { Metric } from '#server/platform/http/metrics.ts'
import { type Log, oncePerMinute } from '#server/platform/logging.ts'

export interface Timer {
  name: string
  everyMs: number
  run(): Promise<unknown>
}

/** When each timer last succeeded or, before that, was started, on the clock of the process. */
const succeededAt = new WeakMap<Timer, number>()

/** How long ago each timer of this process succeeded, in seconds. One that never did counts from its start. */
export const timerAges = (timers: readonly Timer[]): Record<string, number> =>
  Object.fromEntries(
    timers.flatMap((timer) => {
      const at = succeededAt.get(timer)
      return at === undefined ? [] : [[timer.name, (performance.now() - at) / 1_000]]
    }),
  )

export const timersMetric = (timers: readonly Timer[]): Metric => ({
  name: 'timer_seconds_since_run',
  help: 'How long ago each timer of this node succeeded.',
  label: 'timer',
  read: async () => timerAges(timers),
})

/** Starts timers; `stop` waits for the runs in progress. */
export function startTimers(timers: readonly Timer[], log: Log): { stop(): Promise<void> } {
  let isStopping = false
  const warn = oncePerMinute(log)
  const loops = timers.map((timer) => {
    const { name, everyMs, run } = timer
    let running: Promise<unknown> | undefined
    succeededAt.set(timer, performance.now())
    const handle = setInterval(() => {
      if (isStopping || running) return
      running = run()
        .then(
          () => succeededAt.set(timer, performance.now()),
          (error) => warn({ timer: name, reason: String(error) }, 'repeated work failed and will be tried again', name),
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
