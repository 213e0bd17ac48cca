/** What the two processes of a node tell each other (`PROCESSES=2`). */

/** The argument that makes a process of the store a helper. */
export const HELPER_ARGUMENT = '--helper'

/** What the helper is told first. It holds the database's password, so it comes by message: arguments show in lists of processes. */
export interface HelperOrders {
  databaseUrl: string
  publicUrl: string
  webhookUrl: string | null
}

/** `end` comes after `finish-jobs`: in between, requests under way still need the helper's card provider. */
export type ToHelper = ({ kind: 'start' } & HelperOrders) | { kind: 'finish-jobs' } | { kind: 'end' }

/** What the helper tells about itself, once a second. */
export interface HelperFigures {
  cpuSeconds: number
  residentBytes: number
  timerAges: Record<string, number>
}

export type FromHelper =
  /** It works. @see Outside for what answers on the port; null where there is no sandbox */
  | { kind: 'ready'; sandboxPort: number | null }
  | ({ kind: 'figures' } & HelperFigures)
  | { kind: 'jobs-finished' }
  /** Its clock is wrong, and so is ours. */
  | { kind: 'wrong-clock' }

/** Whether a message is ours. Node itself uses the same channel while `npm run dev` watches files. */
export const isOurs = (message: unknown): message is { kind: string } =>
  typeof message === 'object' && message !== null && 'kind' in message
