/** Messages between the two processes of a node (`PROCESSES=2`). */

/** The argument that makes a process of the store a helper. */
export const HELPER_ARGUMENT = '--helper'

/**
 * The first message to the helper. It has the database's password, so it comes as a message: arguments show in process
 * lists.
 */
export interface HelperOrders {
  databaseUrl: string
  publicUrl: string
  webhookUrl: string | null
}

/** `end` comes after `finish-jobs`: in between, requests in progress still need the helper's card provider. */
export type ToHelper = ({ kind: 'start' } & HelperOrders) | { kind: 'finish-jobs' } | { kind: 'end' }

/** What the helper reports about itself, once a second. */
export interface HelperFigures {
  cpuSeconds: number
  residentBytes: number
  timerAges: Record<string, number>
}

export type FromHelper =
  /** It works. @see Outside for what answers on the port; null if there is no sandbox */
  | { kind: 'ready'; sandboxPort: number | null }
  | ({ kind: 'figures' } & HelperFigures)
  | { kind: 'jobs-finished' }
  /** Its clock is wrong, and so is ours. */
  | { kind: 'wrong-clock' }

/** Whether a message is ours. Node itself uses the same channel while `npm run dev` watches files. */
export const isOurs = (message: unknown): message is { kind: string } =>
  typeof message === 'object' && message !== null && 'kind' in message
