import { minutes } from './clock.ts'
import type { Log } from './logging.ts'

const EVERY_MS = minutes(1)
/** More than the store has: a kind is a message, perhaps with the name of a job or timer, never a value. */
const KINDS_MAX = 200

export type RareWarnings = (log: Pick<Log, 'warn'>, fields: object, message: string, kind?: string) => void

/** The next line of a kind says how many were left out before it (`more`). @param nowMs the clock of the process */
export function openRareWarnings(nowMs: () => number = () => performance.now()): RareWarnings {
  const kinds = new Map<string, { at: number; more: number }>()
  return (log, fields, message, kind = message) => {
    const last = kinds.get(kind)
    if (last && nowMs() - last.at < EVERY_MS) {
      last.more += 1
      return
    }
    if (!last && kinds.size >= KINDS_MAX) kinds.clear()
    kinds.set(kind, { at: nowMs(), more: 0 })
    log.warn(last?.more ? { ...fields, more: last.more } : fields, message)
  }
}

/** The same for one log. */
export function oncePerMinute(log: Pick<Log, 'warn'>): (fields: object, message: string, kind?: string) => void {
  const warn = openRareWarnings()
  return (fields, message, kind) => warn(log, fields, message, kind)
}
