import type { sendCreditCode as endpoint } from '#contract/credit/credits.ts'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import { customerKeyOf } from '#server/features/catalogue/price-lines.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import { readCredit } from '#server/features/orders/change-credit.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { addMilliseconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import { mayMailCode } from '#server/platform/text/mailed-codes.ts'
import { readAddress } from '#server/platform/text/text.ts'
import { findCode, findReservedCredit, openCode, writeCode } from './queries.ts'
import { CODE_MS, CODES_PER_ADDRESS_MAX, OPEN_MS } from './rules.ts'

export const CODE_JOB = 'mail-credit-code'
type Endpoint = typeof endpoint

/**
 * Accepts a cart's request to use the store credit of an address. A job checks later whether it has any, so the reply
 * and the work before it are the same for every address. An open desk proves its address, and the cart needs no code.
 * @throws Refusal `cart_empty`; `credit_throttled`, also for addresses without credit
 */
export async function sendCreditCode(ctx: WebContext, input: BodyOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { ownerId } = ctx
  if (!ownerId) throw new Refusal('cart_empty')
  // Credit belongs to the lowercase address, so the code goes only there.
  const email = readAddress(input.email).toLowerCase()
  const customerKey = customerKeyOf(ctx, email)
  if (!(await mayMailCode(ctx, 'credit', customerKey, { max: CODES_PER_ADDRESS_MAX })))
    throw new Refusal('credit_throttled')
  const codeId = newId('crc', ctx.clock)
  const now = ctx.clock.now()
  const isOpen = (await ctx.node.findDeskBuyer(ctx)) === customerKey
  await inTransaction(ctx, async (tx) => {
    await tx.run(writeCode, { codeId, ownerId, customerKey, email, now, expiresAt: addMilliseconds(now, CODE_MS) })
    if (isOpen) await tx.run(openCode, { codeId, openUntil: addMilliseconds(now, OPEN_MS) })
    else await enqueue(tx, CODE_JOB, { codeId }, { attemptsMax: 5 })
  })
  return { message: 'If this address has store credit, a code is on its way. It works for 15 minutes.', isOpen }
}

/** The job's part: queues the code's email if there is credit, or a waiting order has reserved some. */
export async function mailCreditCode(ctx: PlatformContext, codeId: string): Promise<void> {
  const [code] = await ctx.database.run(findCode, { codeId, now: ctx.clock.now() })
  if (!code) return
  const [reserved] = await ctx.database.run(findReservedCredit, { customerKey: code.customer_key })
  if (!reserved && (await readCredit(ctx.database, code.customer_key)) === 0) return
  await inTransaction(ctx, (tx) =>
    queueMessage(ctx, tx, { messageId: `credit_code.${codeId}`, kind: 'credit_code', subjectId: codeId }),
  )
}
