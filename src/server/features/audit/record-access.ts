/**
 * Log-ins, failures and refused calls in the audit log. Whoever fails is answered first and written down after, by a timer:
 * the time of an answer must not tell whether an address has an account, and a flood must not wait for the disk.
 *
 * @see docs/decisions/0045-sign-ins-in-the-audit-log.md
 */

import { seconds } from '#server/platform/clock.ts'
import type { PlatformContext, RequestContext } from '#server/platform/context.ts'
import { addToCounts, attemptKey } from '#server/platform/count-attempts.ts'
import { inTransaction, isDatabaseUnavailable } from '#server/platform/database.ts'
import type { OnForbidden } from '#server/platform/http/endpoint.ts'
import { newId } from '#server/platform/ids.ts'
import type { Log } from '#server/platform/logging.ts'
import { ACCESS_WINDOW_MS, isWritten } from './rules.ts'
import { addEntry, auditNetworkOf } from './write-audit.ts'

/** What a killed node loses at most. */
export const WRITE_NOTED_EVERY_MS = seconds(1)
/** Events that wait for the timer: 10 MB at most. More are counted and left out. */
const WAITING_MAX = 10_000
/** Events of one transaction. */
const BATCH_MAX = 1_000

/** Somebody came in, left, or was kept out. */
export interface AccessEvent {
  action:
    | 'logged_in'
    | 'logged_out'
    | 'login_failed'
    | 'login_throttled'
    | 'second_factor_failed'
    | 'proof_failed'
    | 'access_refused'
  /** Whose account: a member's id, or the address that was typed, which is looked up later and never written down. */
  account: { userId: string } | { email: string }
  /** The call that was refused. */
  call?: string
}

/** An event with what only its request knows. */
interface RecordedEvent extends AccessEvent {
  at: Date
  network: string
  log: Log
}

/** Events that wait for the timer, and how many found no room. */
export interface WaitingAccess {
  events: RecordedEvent[]
  leftOut: number
}

declare module '#server/platform/context.ts' {
  interface NodeState {
    readonly waitingAccess: WaitingAccess
  }
}

/** What an event keeps of its request. */
type Origin = Pick<RequestContext, 'address' | 'clock' | 'log' | 'node' | 'secrets'>

const withRequest = (ctx: Origin, event: AccessEvent): RecordedEvent => ({
  ...event,
  at: ctx.clock.now(),
  network: auditNetworkOf(ctx, ctx.address),
  log: ctx.log,
})

function wait(
  { node: { waitingAccess: waiting } }: Pick<PlatformContext, 'node'>,
  events: readonly RecordedEvent[],
): void {
  const room = Math.max(0, WAITING_MAX - waiting.events.length)
  waiting.events.push(...events.slice(0, room))
  waiting.leftOut += Math.max(0, events.length - room)
}

/** Has the timer write an event down. Takes no time, and the same for every account. */
export function recordAccess(ctx: Origin, event: AccessEvent): void {
  wait(ctx, [withRequest(ctx, event)])
}

/** Has the timer write down that a member asked for what only administrators may. */
export const recordForbidden: OnForbidden = (ctx, { method, path }) => {
  if (ctx.actor.kind !== 'member') return
  const { userId } = ctx.actor
  recordAccess(ctx, { action: 'access_refused', account: { userId }, call: `${method} ${path}` })
}

/**
 * Writes down that somebody came in or left, before the reply: what a killed node forgets must not be who is in. Where it
 * fails, that is said in the process's log and tried again, and the member comes in all the same.
 */
export async function writeAccess(
  ctx: RequestContext,
  event: AccessEvent & { account: { userId: string } },
): Promise<void> {
  await writeOrWait(ctx, [withRequest(ctx, event)], null)
}

/** Finds the members of addresses in small letters, removed ones too. Accounts stand above the log. */
export type FindMembers = (ctx: PlatformContext, emails: readonly string[]) => Promise<ReadonlyMap<string, string>>

/** Writes down what this node noted so far. What cannot be written while the database is away stays noted. */
export async function writeRecordedAccess(ctx: PlatformContext, findMembers: FindMembers): Promise<void> {
  const { waitingAccess: waiting } = ctx.node
  if (waiting.leftOut > 0) ctx.log.error({ leftOut: waiting.leftOut }, 'entries of the audit log were left out')
  waiting.leftOut = 0
  const taken = waiting.events.splice(0)
  for (let start = 0; start < taken.length; start += BATCH_MAX)
    await writeOrWait(ctx, taken.slice(start, start + BATCH_MAX), findMembers)
}

async function writeOrWait(
  ctx: PlatformContext,
  events: readonly RecordedEvent[],
  findMembers: FindMembers | null,
): Promise<void> {
  const emails = events.flatMap(({ account }) => ('email' in account ? [account.email] : []))
  try {
    await write(
      ctx,
      events,
      emails.length > 0 && findMembers ? await findMembers(ctx, [...new Set(emails)]) : new Map(),
    )
  } catch (error) {
    ctx.log.error({ err: error, entries: events.length }, 'entries of the audit log could not be written')
    // What another try cannot heal is not tried for ever.
    if (isDatabaseUnavailable(error)) wait(ctx, events)
  }
}

/** Counts all events, and adds an entry for each that is worth one. */
async function write(ctx: PlatformContext, events: readonly RecordedEvent[], members: ReadonlyMap<string, string>) {
  const counted = events.map((event) => {
    const { account, action, network } = event
    const memberId = 'userId' in account ? account.userId : (members.get(account.email) ?? null)
    const keyOf = (...parts: string[]) => attemptKey(ctx, `audit-${action}`, memberId ?? '', ...parts)
    return { event, memberId, networkKey: keyOf(network), accountKey: keyOf() }
  })
  const added = new Map<string, number>()
  const addTo = (counts: Map<string, number>, key: string): number => {
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count
  }
  for (const { networkKey, accountKey } of counted) for (const key of [networkKey, accountKey]) addTo(added, key)
  await inTransaction(ctx, async (tx) => {
    const before = await addToCounts(ctx, added, ACCESS_WINDOW_MS, tx)
    for (const { event, memberId, networkKey, accountKey } of counted) {
      const ofNetwork = addTo(before, networkKey)
      const ofAccount = addTo(before, accountKey)
      if (!isWritten(ofNetwork, ofAccount)) continue
      const { action, at, network, log, call = 'The store' } = event
      const after = { network, ...(ofAccount > 1 ? { times_within_15_minutes: ofAccount } : {}) }
      const id = newId('aud', { now: () => at })
      await addEntry(tx, log, { id, at, memberId, action, subject: call, network, after })
    }
  })
}
