/**
 * Records logins, failures and refused calls in the audit log. A failure is answered first and recorded later by a
 * timer, because the time of a reply must not reveal whether an address has an account, and a flood must not wait for
 * the disk. @see docs/decisions/0025-audit-log.md
 */
import { minutes } from '#server/platform/clock.ts'
import { type PlatformContext, perNode, type RequestContext } from '#server/platform/context.ts'
import { addToCounts, attemptKey } from '#server/platform/count-attempts.ts'
import { inTransaction, isDatabaseUnavailable } from '#server/platform/database/database.ts'
import type { OnForbidden } from '#server/platform/http/endpoint.ts'
import { newId } from '#server/platform/ids.ts'
import type { Log } from '#server/platform/logging.ts'
import { addEntry, auditNetworkOf } from './write-audit.ts'

/* Events that anyone can cause are limited, because the log keeps everything. */
/** Events within this time are counted together. */
const ACCESS_WINDOW_MS = minutes(15)
/** Entries of one kind, account and network that are recorded one by one: more than forgetting a password takes. */
const EACH_OF_NETWORK_MAX = 10
/** The same from all networks together: attackers can get many addresses cheaply, but entries stay forever. */
const EACH_OF_ACCOUNT_MAX = 100
const isPowerOfTen = (count: number): boolean => Number.isInteger(Math.log10(count))

/** Whether a further event gets an entry: the first ones do, then the hundredth, the thousandth and so on. */
export function isWritten(ofNetwork: number, ofAccount: number): boolean {
  if (ofAccount > EACH_OF_ACCOUNT_MAX) return isPowerOfTen(ofAccount)
  return ofNetwork <= EACH_OF_NETWORK_MAX || isPowerOfTen(ofNetwork)
}

/** Events that wait for the timer: at most 10 MB. Further events are only counted. */
const WAITING_MAX = 10_000
const BATCH_MAX = 1_000

export interface AccessEvent {
  action:
    | 'logged_in'
    | 'logged_out'
    | 'login_failed'
    | 'login_throttled'
    | 'second_factor_failed'
    | 'proof_failed'
    | 'passkey_failed'
    | 'oidc_failed'
    | 'passkey_copied'
    | 'access_refused'
  /** Whose account: a member's id, or the typed address, which is looked up later and never stored; null: no one's. */
  account: { userId: string } | { email: string } | null
  call?: string
  /** More about it; only what may be kept forever. */
  facts?: Readonly<Record<string, string>>
}

interface RecordedEvent extends AccessEvent {
  at: Date
  network: string
  log: Log
}

/** Those left out are only counted. */
const waitingAccess = perNode(() => ({ events: [] as RecordedEvent[], leftOut: 0 }))

type Origin = Pick<RequestContext, 'address' | 'clock' | 'log' | 'node' | 'secrets'>

const withRequest = (ctx: Origin, event: AccessEvent): RecordedEvent => ({
  ...event,
  at: ctx.clock.now(),
  network: auditNetworkOf(ctx, ctx.address),
  log: ctx.log,
})

function wait(ctx: Pick<PlatformContext, 'node'>, events: readonly RecordedEvent[]) {
  const waiting = waitingAccess(ctx)
  const room = Math.max(0, WAITING_MAX - waiting.events.length)
  waiting.events.push(...events.slice(0, room))
  waiting.leftOut += Math.max(0, events.length - room)
}

/** Queues an event for the timer to record. Returns immediately, after the same work for every account. */
export function recordAccess(ctx: Origin, event: AccessEvent): void {
  wait(ctx, [withRequest(ctx, event)])
}

/** Queues an entry about a member who called something that only administrators may. */
export const recordForbidden: OnForbidden = (ctx, { method, path }) => {
  if (ctx.actor.kind !== 'member') return
  const { userId } = ctx.actor
  recordAccess(ctx, { action: 'access_refused', account: { userId }, call: `${method} ${path}` })
}

/** Written before the reply, so a killed node loses no one who got in. An error is logged and keeps no one out. */
export async function writeAccess(ctx: RequestContext, event: AccessEvent & { account: { userId: string } }) {
  await writeOrWait(ctx, [withRequest(ctx, event)], null)
}

/** Passed in, because accounts are above the log. */
type FindMembers = (ctx: PlatformContext, emails: readonly string[]) => Promise<ReadonlyMap<string, string>>

/** Records what this node has queued. If the database is away, the events stay queued. */
export async function writeRecordedAccess(ctx: PlatformContext, findMembers: FindMembers): Promise<void> {
  const waiting = waitingAccess(ctx)
  if (waiting.leftOut > 0) ctx.log.error({ leftOut: waiting.leftOut }, 'entries of the audit log were left out')
  waiting.leftOut = 0
  const taken = waiting.events.splice(0)
  for (let start = 0; start < taken.length; start += BATCH_MAX)
    await writeOrWait(ctx, taken.slice(start, start + BATCH_MAX), findMembers)
}

async function writeOrWait(ctx: PlatformContext, events: readonly RecordedEvent[], findMembers: FindMembers | null) {
  const emails = events.flatMap(({ account }) => (account && 'email' in account ? [account.email] : []))
  try {
    const members = emails.length > 0 && findMembers ? await findMembers(ctx, [...new Set(emails)]) : new Map()
    await write(ctx, events, members)
  } catch (error) {
    ctx.log.error({ err: error, entries: events.length }, 'entries of the audit log could not be written')
    // Don't retry forever if a retry cannot help.
    if (isDatabaseUnavailable(error)) wait(ctx, events)
  }
}

/** Counts all events and adds an entry for each that deserves one. */
async function write(ctx: PlatformContext, events: readonly RecordedEvent[], members: ReadonlyMap<string, string>) {
  const counted = events.map((event) => {
    const { account, action, network } = event
    const memberId = !account ? null : 'userId' in account ? account.userId : (members.get(account.email) ?? null)
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
      const { action, at, network, log, call = 'The store', facts } = event
      const after = { network, ...facts, ...(ofAccount > 1 ? { times_within_15_minutes: ofAccount } : {}) }
      const id = newId('aud', { now: () => at })
      await addEntry(tx, log, { id, at, memberId, action, subject: call, network, after })
    }
  })
}
