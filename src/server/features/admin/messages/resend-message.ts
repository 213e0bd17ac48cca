/** Sends a message again. */
import { type LoggedMessage, RESENDS_MAX } from '#contract/admin/messages.ts'
import type { PaymentRequestId } from '#contract/values.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { mailLinkOnceMore } from '#server/features/links/resend-payment-request.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { inTransaction, isUniqueViolation, type Transaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  dismiss,
  endJob,
  findLogged,
  findResent,
  hurryJob,
  type LoggedRow,
  recordResent,
  waitAgain,
  writeResend,
} from './queries.ts'
import { againOf, whyNot } from './rules.ts'
import { aboutOf, kindName, showMessage } from './show-message.ts'

async function find(ctx: WebContext, messageId: string): Promise<LoggedRow> {
  const [row] = await ctx.database.run(findLogged, { messageId })
  if (!row) throw new Refusal('message_unknown')
  return row
}

/** Names a message for the audit log, which is kept forever, so without an address. */
const namesOf = (row: LoggedRow): { subject: string; target: string } => {
  const about = aboutOf(row)
  return { subject: about ? `${kindName(row.kind)}, ${about}` : kindName(row.kind), target: row.message_id }
}

const rootOf = (row: LoggedRow): string => row.resent_from ?? row.message_id

/** The message's state for the log, without the mail server's reply, which may contain the address. */
const stateOf = ({ state, attempts }: LoggedRow) => ({ state, attempts })

/** Writes the copy. A payment request counts its own emails, because its lists show the state of the latest. */
async function writeFurther(ctx: WebContext, tx: Transaction, row: LoggedRow, attemptId: string): Promise<string> {
  const root = rootOf(row)
  if (row.kind === 'payment_request') {
    const messageId = await mailLinkOnceMore(ctx, tx, row.subject_id as PaymentRequestId)
    await tx.run(recordResent, { messageId, resentFrom: root, attemptId, sentTo: row.sent_to })
    return messageId
  }
  const values = { messageId: row.message_id, root, now: ctx.clock.now(), attemptId, lastNumber: RESENDS_MAX + 1 }
  const [written] = await tx.run(writeResend, values)
  if (!written) throw new Refusal('too_many_resends')
  return written.message_id
}

async function sendFurther(ctx: WebContext, row: LoggedRow, attemptId: string): Promise<string> {
  try {
    return await inTransaction(ctx, async (tx) => {
      const messageId = await writeFurther(ctx, tx, row, attemptId)
      await writeAudit(ctx, tx, { action: 'message_resent', ...namesOf(row), before: stateOf(row) })
      return messageId
    })
  } catch (error) {
    // The same attempt arrived twice at the same moment.
    const [twin] = isUniqueViolation(error)
      ? await ctx.database.run(findResent, { resentFrom: rootOf(row), attemptId })
      : []
    if (twin) return twin.message_id
    throw error
  }
}

/** Makes a failed message wait again, or a waiting one run now. */
async function tryAgain(ctx: WebContext, row: LoggedRow, attemptId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if (row.state === 'waiting') await tx.run(hurryJob, { messageId: row.message_id })
    else {
      const [waits] = await tx.run(waitAgain, { messageId: row.message_id, attemptId })
      // Someone else was faster: it is already waiting.
      if (!waits) return
      await tx.run(endJob, { messageId: row.message_id })
    }
    await writeAudit(ctx, tx, { action: 'message_resent', ...namesOf(row), before: stateOf(row) })
  })
}

/**
 * Sends a message again. One that arrived becomes a new message with its own id; a failed one is retried as the same
 * message; a waiting one runs now. The email is composed again and goes to the current address.
 *
 * @throws Refusal see the contract; nothing is sent then
 */
export async function resendMessage(ctx: WebContext, messageId: string, attemptId: string): Promise<LoggedMessage> {
  const row = await find(ctx, messageId)
  const [made] = await ctx.database.run(findResent, { resentFrom: rootOf(row), attemptId })
  if (made) return showMessage(await find(ctx, made.message_id))
  // The earlier attempt retried it; its result is the answer.
  if (row.attempt_id === attemptId) return showMessage(row)
  const again = againOf(row)
  if (again === 'refused') {
    const why = whyNot(row.kind)
    throw new Refusal('message_not_resendable', why ? { message: why, details: { why } } : {})
  }
  if (again === 'retry') {
    await tryAgain(ctx, row, attemptId)
    return showMessage(await find(ctx, messageId))
  }
  return showMessage(await find(ctx, await sendFurther(ctx, row, attemptId)))
}

/** Dismisses a message's failure. @throws Refusal `message_unknown` */
export async function dismissMessage(ctx: WebContext, messageId: string): Promise<LoggedMessage> {
  const row = await find(ctx, messageId)
  await inTransaction(ctx, async (tx) => {
    const [set] = await tx.run(dismiss, { messageId, now: ctx.clock.now() })
    if (set) await writeAudit(ctx, tx, { action: 'message_dismissed', ...namesOf(row), before: stateOf(row) })
  })
  return showMessage(await find(ctx, messageId))
}
