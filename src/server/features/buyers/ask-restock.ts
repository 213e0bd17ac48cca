import type { askForRestock as endpoint } from '#contract/buyers/restock.ts'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import { customerKeyOf } from '#server/features/catalogue/price-lines.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { addMilliseconds } from '#server/platform/clock.ts'
import { countAttempts } from '#server/platform/count-attempts.ts'
import { inTransaction, lockName, type Transaction } from '#server/platform/database.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import { fingerprint, newId } from '#server/platform/ids.ts'
import { readAddress } from '#server/platform/text.ts'
import { restocksOf, standUp } from './confirm-restock.ts'
import { findDesk } from './desk-session.ts'
import { writeRequest } from './restock-queries.ts'
import {
  RESTOCK_CONFIRM_MS,
  restockConfirmSecretOf,
  restockEndSecretOf,
  restockLimitOfAddress,
  restockLimitsOfNetwork,
  restocksAtDesk,
} from './rules.ts'

/**
 * Writes the request in a transaction, or counts another ask of a known one.
 *
 * @throws Refusal `unknown_package`, `restock_in_stock`
 */
async function ask(
  ctx: WebContext,
  tx: Transaction,
  input: { email: string; customerKey: string; packageId: string },
): Promise<{ requestId: string; asks: number }> {
  const requestId = newId('rsr', ctx.clock)
  const now = ctx.clock.now()
  const [asked] = await tx.run(writeRequest, {
    ...input,
    requestId,
    confirmFingerprint: fingerprint(restockConfirmSecretOf(ctx, requestId)),
    endFingerprint: fingerprint(restockEndSecretOf(ctx, requestId)),
    now,
    expiresAt: addMilliseconds(now, RESTOCK_CONFIRM_MS),
  })
  if (!asked) throw new Refusal('unknown_package')
  if (asked.is_in_stock) throw new Refusal('restock_in_stock')
  invariant(asked.request_id && asked.asks, 'a package that is out of stock takes a request')
  return { requestId: asked.request_id, asks: asked.asks }
}

/**
 * Takes a request to be told when a sold-out package is available again. The address confirms it with an emailed link.
 * Reply and work are the same for every address, even for one whose request stands already: its email says so. An
 * address whose desk is open in this browser has proven itself, so its request stands at once.
 *
 * @throws Refusal `unknown_package`, `restock_in_stock`; `restock_throttled`, for any address alike and at the desk;
 * `too_many_restock_requests` at the desk
 */
export async function askForRestock(
  ctx: WebContext,
  input: BodyOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const email = readAddress(input.email).toLowerCase()
  const customerKey = customerKeyOf(ctx, email)
  const request = { email, customerKey, packageId: input.packageId }
  const desk = await findDesk(ctx)
  if (desk?.customer_key === customerKey) {
    if (!(await countAttempts(ctx, [restocksAtDesk(customerKey)]))) throw new Refusal('restock_throttled')
    await inTransaction(ctx, async (tx) => {
      // Before the first row is written: two asks at once would otherwise wait for each other.
      await lockName(tx, restocksOf(customerKey))
      const { requestId } = await ask(ctx, tx, request)
      await standUp(ctx, tx, { requestId, customerKey })
    })
    return { state: 'standing', message: 'We will email you when there are more.' }
  }
  const mayMail =
    (await countAttempts(ctx, restockLimitsOfNetwork(ctx, customerKey))) &&
    (await countAttempts(ctx, [restockLimitOfAddress(customerKey)]))
  if (!mayMail) throw new Refusal('restock_throttled')
  await inTransaction(ctx, async (tx) => {
    const { requestId, asks } = await ask(ctx, tx, request)
    await queueMessage(ctx, tx, {
      messageId: `restock_confirmation.${requestId}.${asks}`,
      kind: 'restock_confirmation',
      subjectId: requestId,
    })
  })
  return { state: 'mailed', message: 'Check your email: we sent you a link that confirms your request.' }
}
