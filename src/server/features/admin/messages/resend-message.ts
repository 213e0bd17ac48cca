import { ATTENTION_COUNT_MAX } from '#contract/admin/attention.ts'
import { type LoggedMessage, MESSAGE_KINDS, RESENDS_MAX } from '#contract/admin/messages.ts'
import type { PaymentRequestId } from '#contract/values.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { mailLinkOnceMore } from '#server/features/links/resend-payment-request.ts'
import type { WebContext } from '#server/gateways/context.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, isUniqueViolation, type Transaction } from '#server/platform/database/database.ts'
import { statement } from '#server/platform/database/statement.ts'
import { Refusal, requireRow } from '#server/platform/errors.ts'
import { inBatches } from '#server/platform/jobs/job.ts'
import { aboutOf, kindName, showMessage } from './list-messages.ts'
import * as sql from './queries.ts'
import { againOf, whyNot } from './rules.ts'

/**
 * What the log shows of messages that waited when a backup was restored, and by which they are known: the store may
 * have sent them before. They are held as failed until an administrator sends them; without a try, they are no failure.
 */
const HELD = 'Held after the restore of a backup: it may have been sent before.'

const IS_HELD = `m.state = 'failed' and m.attempts = 0 and m.last_error = '${HELD}' and m.dismissed_at is null`

/** Holds what waits, in one statement: a restored store does nothing before. */
export const holdWaiting = statement('messages.hold_waiting')`
  update messages set state = 'failed', attempts = 0, last_error = '${HELD}', queued_at = coalesce(queued_at, $now), claimed_until = null
  where state = 'waiting' and sent_at is null returning message_id`

export const listHeld = statement('messages.list_held')`
  with held as materialized (
    select found.* from unnest($kinds::text[]) as kind cross join lateral (
      select m.message_id, m.kind, m.sent_to, m.created_at from messages m where m.kind = kind.kind and ${IS_HELD}
      order by m.created_at desc limit ${ATTENTION_COUNT_MAX + 1}) found order by found.created_at desc limit ${ATTENTION_COUNT_MAX + 1}
  )
  select h.*, (select count(*)::int from held) as held from held h order by h.created_at desc limit $limit`

/** They are queued as new ones are, oldest first. */
export const releaseHeld = statement('messages.release_held')`
  update messages set state = 'waiting', last_error = null, queued_at = null where message_id = any(array(
    select found.message_id from unnest($kinds::text[]) as kind cross join lateral (
      select m.message_id, m.created_at from messages m where m.kind = kind.kind and ${IS_HELD} order by m.created_at limit $limit for update skip locked) found
    order by found.created_at limit $limit))
  returning message_id`

const KINDS = Object.keys(MESSAGE_KINDS)

/** Holds all messages that wait to be sent. @returns how many */
export async function holdMessages(ctx: PlatformContext, tx: Transaction): Promise<number> {
  return (await tx.run(holdWaiting, { now: ctx.clock.now() })).length
}

/** Lists held messages, the newest first, with how many there are (as far as attention counts). */
export async function findHeldMessages(ctx: PlatformContext, limit: number) {
  const rows = await ctx.database.run(listHeld, { kinds: KINDS, limit })
  return { rows, total: rows[0]?.held ?? 0 }
}

/** Sends all held messages, in the order they were written. Pressing again sends nothing twice. @returns how many */
export async function sendHeldMessages(ctx: PlatformContext): Promise<number> {
  return inBatches(ctx, { what: 'held messages are sent' }, (limit) =>
    inTransaction(ctx, async (tx) => {
      const messages = (await tx.run(releaseHeld, { kinds: KINDS, limit })).length
      const subject = 'Messages held after a restore'
      if (messages > 0) await writeAudit(ctx, tx, { action: 'held_messages_sent', subject, after: { messages } })
      return messages
    }),
  )
}

async function find(ctx: WebContext, messageId: string): Promise<sql.LoggedRow> {
  return requireRow(await ctx.database.run(sql.findLogged, { messageId }), 'message_unknown')
}

/** Names a message for the audit log, which is kept forever, so without an address. */
const namesOf = (row: sql.LoggedRow): { subject: string; target: string } => {
  const about = aboutOf(row)
  return { subject: about ? `${kindName(row.kind)}, ${about}` : kindName(row.kind), target: row.message_id }
}

const rootOf = (row: sql.LoggedRow): string => row.resent_from ?? row.message_id
/** The message's state for the log, without the mail server's reply, which may contain the address. */
const stateOf = ({ state, attempts }: sql.LoggedRow) => ({ state, attempts })

/** Writes the copy. A payment request counts its own emails, because its lists show the state of the latest. */
async function writeFurther(ctx: WebContext, tx: Transaction, row: sql.LoggedRow, attemptId: string): Promise<string> {
  const root = rootOf(row)
  if (row.kind === 'payment_request') {
    const messageId = await mailLinkOnceMore(ctx, tx, row.subject_id as PaymentRequestId)
    await tx.run(sql.recordResent, { messageId, resentFrom: root, attemptId, sentTo: row.sent_to })
    return messageId
  }
  const values = { messageId: row.message_id, root, now: ctx.clock.now(), attemptId, lastNumber: RESENDS_MAX + 1 }
  return requireRow(await tx.run(sql.writeResend, values), 'too_many_resends').message_id
}

async function sendFurther(ctx: WebContext, row: sql.LoggedRow, attemptId: string): Promise<string> {
  try {
    return await inTransaction(ctx, async (tx) => {
      const messageId = await writeFurther(ctx, tx, row, attemptId)
      await writeAudit(ctx, tx, { action: 'message_resent', ...namesOf(row), before: stateOf(row) })
      return messageId
    })
  } catch (error) {
    // The same attempt arrived twice at the same moment.
    const [twin] = isUniqueViolation(error)
      ? await ctx.database.run(sql.findResent, { resentFrom: rootOf(row), attemptId })
      : []
    if (twin) return twin.message_id
    throw error
  }
}

async function tryAgain(ctx: WebContext, row: sql.LoggedRow, attemptId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if (row.state === 'waiting') await tx.run(sql.hurryJob, { messageId: row.message_id })
    else {
      const [waits] = await tx.run(sql.waitAgain, { messageId: row.message_id, attemptId })
      // Someone else was faster: it is already waiting.
      if (!waits) return
      await tx.run(sql.endJob, { messageId: row.message_id })
    }
    await writeAudit(ctx, tx, { action: 'message_resent', ...namesOf(row), before: stateOf(row) })
  })
}

/**
 * Sends a message again, composed anew, to the current address. One that arrived becomes a new message; a failed one is
 * retried as the same message; a waiting one runs now.
 * @throws Refusal see the contract; nothing is sent then
 */
export async function resendMessage(ctx: WebContext, messageId: string, attemptId: string): Promise<LoggedMessage> {
  const row = await find(ctx, messageId)
  const [made] = await ctx.database.run(sql.findResent, { resentFrom: rootOf(row), attemptId })
  if (made) return showMessage(await find(ctx, made.message_id))
  // The earlier attempt retried it; its result is the answer.
  if (row.attempt_id === attemptId) return showMessage(row)
  const again = againOf(row)
  if (again === 'refused') {
    const why = whyNot(row.kind)
    throw new Refusal('message_not_resendable', why ? { message: why, details: { why } } : {})
  }
  if (again === 'retry') await tryAgain(ctx, row, attemptId)
  return showMessage(await find(ctx, again === 'retry' ? messageId : await sendFurther(ctx, row, attemptId)))
}

/** Dismisses a message's failure. @throws Refusal `message_unknown` */
export async function dismissMessage(ctx: WebContext, messageId: string): Promise<LoggedMessage> {
  const row = await find(ctx, messageId)
  await inTransaction(ctx, async (tx) => {
    const [set] = await tx.run(sql.dismiss, { messageId, now: ctx.clock.now() })
    if (set) await writeAudit(ctx, tx, { action: 'message_dismissed', ...namesOf(row), before: stateOf(row) })
  })
  return showMessage(await find(ctx, messageId))
}
