import type { sendDeskCode as endpoint } from '#contract/buyers/desk.ts'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import { customerKeyOf } from '#server/features/catalogue/price-lines.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import { addMilliseconds } from '#server/platform/clock.ts'
import type { PlatformContext, RequestContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { fingerprint, newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import { mayMailCode } from '#server/platform/mailed-codes.ts'
import { readAddress } from '#server/platform/one-line.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findCode, isKnownBuyer, writeCode } from './queries.ts'
import { CODE_LIMIT, CODE_MS, linkSecretOf } from './rules.ts'

/** The job that checks whether the address has anything to see. */
export const CODE_JOB = 'mail-desk-code'

/**
 * Accepts a request to open the desk of an address. A job checks later whether the store knows it, so the reply and the
 * work before it are the same for every address.
 *
 * @throws Refusal `desk_throttled`, also for addresses that bought nothing
 */
export async function sendDeskCode(
  ctx: RequestContext,
  input: BodyOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const email = readAddress(input.email).toLowerCase()
  const customerKey = customerKeyOf(ctx, email)
  if (!(await mayMailCode(ctx, 'desk', customerKey, CODE_LIMIT))) throw new Refusal('desk_throttled')
  const codeId = newId('dkc', ctx.clock)
  const linkFingerprint = fingerprint(linkSecretOf(ctx, codeId))
  const expiresAt = addMilliseconds(ctx.clock.now(), CODE_MS)
  await inTransaction(ctx, async (tx) => {
    await tx.run(writeCode, { codeId, customerKey, email, linkFingerprint, expiresAt })
    await enqueue(tx, CODE_JOB, { codeId }, { attemptsMax: 5 })
  })
  return { message: 'If this address has ordered here, a code is on its way. It works for 30 minutes.' }
}

/** The job's part: queues the email if the address has something to see. */
export async function mailDeskCode(ctx: PlatformContext, codeId: string): Promise<void> {
  const now = ctx.clock.now()
  const [code] = await ctx.database.run(findCode, { codeId, now })
  if (!code) return
  const { email, customer_key: customerKey } = code
  const [known] = await ctx.database.run(isKnownBuyer, { email, customerKey, now })
  if (!known?.is_known) return
  await inTransaction(ctx, (tx) =>
    queueMessage(ctx, tx, { messageId: `desk_code.${codeId}`, kind: 'desk_code', subjectId: codeId }),
  )
}
