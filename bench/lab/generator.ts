import { once } from 'node:events'
import { startProcess } from './child-process.ts'
import type { Load, LoadResult } from './load.ts'

export interface Generator {
  pid: number
  /** @throws Error if any request failed, because such a figure would mean nothing */
  run(load: Load): Promise<LoadResult>
  close(): Promise<void>
}

/** How much was done per second. */
export const perSecond = ({ done, seconds }: LoadResult): number => done / seconds

/** Starts the load generator's process. It runs one load at a time. */
export function startGenerator(): Generator {
  const child = startProcess('bench/lab/generator-process.ts')
  return {
    pid: child.pid,
    async run(load) {
      child.process.send(load)
      const [answer]: { result?: LoadResult; error?: string }[] = await Promise.race([
        once(child.process, 'message'),
        child.ended.then(() => Promise.reject(new Error('the load generator ended'))),
      ])
      if (!answer?.result) throw new Error(`the load could not run: ${answer?.error}`)
      const failures = Object.entries(answer.result.failures)
      if (failures.length > 0) {
        throw new Error(
          failures
            .map(([reason, times]) => `${times} × ${reason}`)
            .slice(0, 5)
            .join('\n'),
        )
      }
      return answer.result
    },
    close: () => child.stop('SIGKILL'),
  }
}
