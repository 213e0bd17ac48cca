/** Ends a log that can no longer be signed, and opens the next one, which names the last head of the one before. */
import { areEqual } from '#proof/bytes.ts'
import { type Checkpoint, formatVerifierKey } from '#proof/checkpoint.ts'
import { readLogStart } from '#proof/lead-proof.ts'
import { EMPTY_ROOT, rootOf } from '#proof/merkle-tree.ts'
import { type FollowedLog, isReason, REASON_MAX } from '#proof/policy.ts'
import { days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { type Transaction, withAdvisoryLock } from '#server/platform/database/database.ts'
import { statement } from '#server/platform/database/statement.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import { LOCK } from './grow-log.ts'
import {
  adoptStagedKeys,
  keysStatement,
  type LogKeys,
  LogKeysError,
  readLastSigned,
  readLogKeys,
  stageLogKeys,
} from './log-keys.ts'
import { checkpointOf, LogProblem, requireSameHistory } from './publish-log.ts'
import { findLog, LOG, type LogRow, openLog } from './queries.ts'
import { computeFromLog } from './read-log.ts'
import { findSaid, GROW_JOB } from './record-leads.ts'

/* SQL that closes a log and opens the next one. Its caller holds the advisory lock of the log. */

export const listOrigins = statement('proof.list_origins')`select origin from logs`

/** Closes a log and cuts it back to its signed part. */
export const closeLogStatement = statement('proof.close_log')`
  update logs set closed_at = $now, size = $size, root = $root, published_size = $size, problem = null
  where log_no = $logNo and closed_at is null returning log_no`

/** Puts leads back in line that the closed log can no longer prove. They keep their order. */
export const letUnprovenWait = statement('proof.let_unproven_wait')`
  with waiting as (
    update log_leads set log_no = null, log_index = null, label_proof = null
    where log_no = $logNo and details is not null returning 1
  ) select count(*)::int as rows from waiting`

/**
 * Puts proven leads back in line; what a proof covers is in the proof. This is for a log with other label keys, under
 * which no one could see that their slots are taken.
 */
export const letProvenWait = statement('proof.let_proven_wait')`
  with waiting as (
    update log_leads set log_no = null, log_index = null, proof = null, proven_at = null,
      details = convert_from(decode(substring(proof from '\\nextra ([A-Za-z0-9+/=]+)\\n'), 'base64'), 'utf8')::jsonb
    where proof is not null and recorded_at >= $since returning 1
  ) select count(*)::int as rows from waiting`

/** Puts statements back in line that the closed log has not published: those from `size` on. */
export const letStatementsWait = statement('proof.let_statements_wait')`
  with dropped as (
    delete from log_statements where (kind like 'keys %' or kind like 'day %') and (log_index is null or log_no = $logNo and log_index >= $size)
  )
  update log_statements set log_no = null, log_index = null
  where log_no = $logNo and log_index >= $size and kind not like 'keys %' and kind not like 'day %'`

/** The log that is served under a path, such as `/log/2`. */
export const findLogAt = statement('proof.find_log_at')`
  select ${LOG} from logs where substring(origin from position('/' in origin)) = $path`

const EMPTY = new Uint8Array()
/** How long a sale is exclusive: later it may be sold again. */
const EXCLUSIVE_MS = days(365)

type CloseContext = Pick<PlatformContext, 'database' | 'clock' | 'config'>

export interface Closing {
  /** The name of this store in new logs, such as `store.example`. */
  host: string
  /** One line for everyone to read; null to close only a log that cannot be signed. */
  reason: string | null
  /** Whether the label keys are replaced too, because they leaked or are lost. */
  hasNewLabels: boolean
}

interface Closed {
  origin: string
  /** Null if an earlier run closed it for the same reason. */
  follows: FollowedLog | null
  waiting: number
}

/**
 * Closes the open log and opens the next. The next run finishes a run that was killed.
 * @throws LogKeysError with what to do instead: the log is healthy and no reason is given, its keys are missing, or a
 * node is adding to it at this moment
 */
export async function closeLog(ctx: CloseContext, closing: Closing): Promise<Closed> {
  const path = ctx.config.logKeysFile
  if (!path) throw new LogKeysError('This store keeps no log: LOG_KEYS_FILE is not set.')
  if (closing.reason !== null && !isReason(closing.reason))
    throw new LogKeysError(`The reason must be one line of at most ${REASON_MAX} characters.`)
  let closed: Closed | null = null
  const isDone = await withAdvisoryLock(ctx.database, LOCK, async () => {
    closed = await closeLocked(ctx, path, closing)
  })
  if (!isDone || !closed) throw new LogKeysError('A node is adding to the log at this moment. Try again.')
  return closed
}

async function closeLocked(ctx: CloseContext, path: string, closing: Closing): Promise<Closed> {
  const [log] = await ctx.database.run(findLog)
  if (!log) throw new LogKeysError('There is no open log. The store opens one when it starts.')
  if (await adoptStagedKeys(path, log.origin)) return { origin: log.origin, follows: null, waiting: 0 }
  const keys = await readLogKeys(path)
  const [said] = await ctx.database.run(findSaid, { kind: `keys ${log.origin}` })
  const start = said ? readLogStart(said.text, log.origin) : null
  if (!closing.hasNewLabels) requireOwnKeys(keys, start?.keys, path)
  const fault = await findFault(ctx, log, { path, keys, isCertain: closing.reason !== null })
  const earlier = start?.follows?.reason
  if (fault === null && earlier && (closing.reason === null ? log.published === null : closing.reason === earlier))
    return { origin: log.origin, follows: null, waiting: 0 }
  const reason = closing.reason ?? fault
  if (reason === null)
    throw new LogKeysError(
      'The log can be signed: there is nothing to close. To close it anyway, say why with --reason.',
    )
  const signed = await findSigned(log, path)
  const kept = await findKept(ctx, log, signed)
  return open(ctx, path, { closing, log, keys, follows: { signed: signed ?? kept, kept, reason } })
}

/** Keeps another store's file from being replaced: label keys stay when a log is closed. */
function requireOwnKeys(
  keys: LogKeys | null,
  known: ReadonlyMap<number, Uint8Array> | undefined,
  path: string,
): asserts keys is LogKeys {
  const isKnown = [...(keys?.years ?? [])].some(([year, key]) => areEqual(key.publicKey, known?.get(year) ?? EMPTY))
  if (isKnown) return
  const why = keys ? 'has none of the keys of labels that the log names' : 'is missing'
  throw new LogKeysError(`${path} ${why}. Restore it from your backup. If it is lost, close the log with --new-keys.`)
}

async function findFault(
  ctx: CloseContext,
  log: LogRow,
  { path, keys, isCertain }: { path: string; keys: LogKeys | null; isCertain: boolean },
): Promise<string | null> {
  if (keys?.origin !== log.origin) return 'The keys of the log and the database do not belong together.'
  try {
    await requireSameHistory(ctx, log, path)
    return null
  } catch (error) {
    if (!(error instanceof LogProblem)) throw error
    if (!isCertain && (await readLastSigned(path)) === null) throw new LogKeysError(error.message)
    return 'The database has no continuation of what was signed.'
  }
}

/** The last signed head that this machine and the database know. */
async function findSigned(log: LogRow, path: string): Promise<Checkpoint | null> {
  const [last, published] = [checkpointOf(await readLastSigned(path)), checkpointOf(log.published)]
  if (!last || !published) return last ?? published
  return last.origin === published.origin && published.size > last.size ? published : last
}

/** The largest head that was signed and that the database has all entries of. */
async function findKept(ctx: CloseContext, log: LogRow, signed: Checkpoint | null): Promise<Checkpoint> {
  for (const head of [signed, checkpointOf(log.published)]) {
    if (head?.origin !== log.origin || head.size > Number(log.size)) continue
    const root = await computeFromLog(ctx.database, log.log_no, (read) => rootOf(read, head.size))
    if (areEqual(root, head.root)) return head
  }
  return { origin: log.origin, size: 0, root: EMPTY_ROOT }
}

/** `/log`, then `/log/2` and so on: the number of a path that neither the database nor the keys have used. */
async function nextOrigin(ctx: CloseContext, host: string, used: readonly string[]): Promise<string> {
  const origins = [...used, ...(await ctx.database.run(listOrigins)).map(({ origin }) => origin)]
  const numbers = origins.map((origin) => Number(/\/log\/(\d+)$/.exec(origin)?.[1] ?? 1))
  return `${host}/log/${Math.max(...numbers) + 1}`
}

async function open(
  ctx: CloseContext,
  path: string,
  { closing, log, keys, follows }: { closing: Closing; log: LogRow; keys: LogKeys | null; follows: FollowedLog },
): Promise<Closed> {
  const now = ctx.clock.now()
  const origin = await nextOrigin(ctx, closing.host, [follows.signed.origin, ...(keys ? [keys.origin] : [])])
  const known: LogKeys['years'] = closing.hasNewLabels || !keys ? new Map() : keys.years
  const closed = [...(log.verifier_key ? [log.verifier_key] : []), ...(keys?.closed ?? [])]
  const waiting = await ctx.database.transaction(async (tx) => {
    await cutBack(tx, log, follows.kept, now)
    const proven = closing.hasNewLabels
      ? await tx.run(letProvenWait, { since: new Date(now.getTime() - EXCLUSIVE_MS) })
      : []
    const unproven = await tx.run(letUnprovenWait, { logNo: log.log_no })
    // Before the commit, which makes the file needed. Until then no one reads it.
    const next = await stageLogKeys(path, { origin, known, closed, year: now.getUTCFullYear() })
    await tx.run(openLog, {
      origin,
      verifierKey: formatVerifierKey(next.verifier),
      root: Buffer.from(EMPTY_ROOT),
      kind: `keys ${origin}`,
      text: keysStatement(next, follows),
      now,
    })
    await enqueue(tx, GROW_JOB, {}, { key: GROW_JOB })
    return (proven[0]?.rows ?? 0) + (unproven[0]?.rows ?? 0)
  })
  await adoptStagedKeys(path, origin)
  return { origin, follows, waiting }
}

async function cutBack(
  tx: Transaction,
  { log_no: logNo, published_size: publishedSize }: LogRow,
  { size, root }: Checkpoint,
  now: Date,
): Promise<void> {
  const [closed] = await tx.run(closeLogStatement, { logNo, size, root: Buffer.from(root), now })
  if (!closed) throw new LogKeysError('Someone else has closed the log in the meantime.')
  // What the closed log has not published can be proven only in the next one.
  await tx.run(letStatementsWait, { logNo, size: Number(publishedSize) })
}
