/** Ends a process of the store: in order, once, and in time. */
import { minutes, seconds } from '#server/platform/clock.ts'

/** Requests and jobs in progress may last this long; a less patient supervisor kills the process itself. */
const STOP_WITHIN_MS = minutes(1)
/** A node must not stay up half dead. Longer than an embedded PostgreSQL takes to end by force, or it would stay behind. */
const FAULT_STOP_WITHIN_MS = seconds(20)

/** @param say where it reports what goes wrong while it ends */
export function openProcessLife(say: (line: string) => void) {
  const undo: (() => Promise<unknown>)[] = []
  let stopping: Promise<void> | undefined

  const end = async (exitCode: number) => {
    for (const step of undo.reverse()) await step().catch((error) => say(`While stopping: ${String(error)}`))
    process.exitCode = exitCode
    // Whatever still holds the process (a client that never closes) must not keep it.
    setTimeout(() => process.exit(exitCode), 1_000).unref()
  }

  return {
    say,
    onStop: (step: () => Promise<unknown>) => void undo.push(step),
    isStopping: () => stopping !== undefined,
    /** Undoes the start, last step first, then ends the process. Calling it again changes nothing. */
    stop(exitCode: number) {
      setTimeout(
        () => {
          say('Not everything ended in time: stopping at once.')
          process.exit(1)
        },
        exitCode === 0 ? STOP_WITHIN_MS : FAULT_STOP_WITHIN_MS,
      ).unref()
      stopping ??= end(exitCode)
      return stopping
    },
  }
}

export type ProcessLife = ReturnType<typeof openProcessLife>
