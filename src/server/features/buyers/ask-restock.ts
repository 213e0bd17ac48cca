import type * as endpoints from '#contract/buyers/restock.ts'
import { RESTOCK_REQUESTS_MAX } from '#contract/buyers/restock.ts'
import type { PackageId } from '#contract/catalogue/catalogue.ts'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import { customerKeyOf } from '#server/features/catalogue/price-lines.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { addMilliseconds } from '#server/platform/clock.ts'
import type { PlatformContext, RequestContext } from '#server/platform/context.ts'
import { countAttempts } from '#server/platform/count-attempts.ts'
import { inTransaction, lockName, type Transaction } from '#server/platform/database/database.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import { fingerprint, newId } from '#server/platform/ids.ts'
import { readAddress } from '#server/platform/text/text.ts'
import { describeWanted } from './compose-mails.ts'
import { findDesk } from './desk-session.ts'
import * as queries from './restock-queries.ts'
import * as rules from './rules.ts'

/** Writes the request, or counts another ask of a known one. @throws Refusal `unknown_package`, `restock_in_stock` */
async function ask(ctx: WebContext, tx: Transaction, input: { email: string; customerKey: string; packageId: string }) {
  const requestId = newId('rsr', ctx.clock)
  const now = ctx.clock.now()
  const [asked] = await tx.run(queries.writeRequest, {
    ...input,
    requestId,
    confirmFingerprint: fingerprint(rules.restockConfirmSecretOf(ctx, requestId)),
    endFingerprint: fingerprint(rules.restockEndSecretOf(ctx, requestId)),
    now,
    expiresAt: addMilliseconds(now, rules.RESTOCK_CONFIRM_MS),
  })
  if (!asked) throw new Refusal('unknown_package')
  if (asked.is_in_stock) throw new Refusal('restock_in_stock')
  invariant(asked.request_id && asked.asks, 'a package that is out of stock takes a request')
  return { requestId: asked.request_id, asks: asked.asks }
}

/**
 * Takes a request to be told when a sold-out package is available again; the address confirms it with an emailed link.
 * Reply and work are the same for every address, even if its request stands already: its email says so. An address
 * whose desk is open in this browser has proven itself, so its request stands at once. @throws Refusal see the contract
 */
export async function askForRestock(
  ctx: WebContext,
  input: BodyOf<typeof endpoints.askForRestock>,
): Promise<ReplyOf<typeof endpoints.askForRestock>> {
  const email = readAddress(input.email).toLowerCase()
  const customerKey = customerKeyOf(ctx, email)
  const request = { email, customerKey, packageId: input.packageId }
  if ((await findDesk(ctx))?.customer_key === customerKey) {
    if (!(await countAttempts(ctx, [rules.restocksAtDesk(customerKey)]))) throw new Refusal('restock_throttled')
    await inTransaction(ctx, async (tx) => {
      // Before the first row is written: two asks at once would otherwise wait for each other.
      await lockName(tx, restocksOf(customerKey))
      const { requestId } = await ask(ctx, tx, request)
      await standUp(ctx, tx, { requestId, customerKey })
    })
    return { state: 'standing', message: 'We will email you when there are more.' }
  }
  const mayMail =
    (await countAttempts(ctx, rules.restockLimitsOfNetwork(ctx, customerKey))) &&
    (await countAttempts(ctx, [rules.restockLimitOfAddress(customerKey)]))
  if (!mayMail) throw new Refusal('restock_throttled')
  await inTransaction(ctx, async (tx) => {
    const { requestId, asks } = await ask(ctx, tx, request)
    const messageId = `restock_confirmation.${requestId}.${asks}`
    await queueMessage(ctx, tx, { messageId, kind: 'restock_confirmation', subjectId: requestId })
  })
  return { state: 'mailed', message: 'Check your email: we sent you a link that confirms your request.' }
}

/** The lock that makes confirmations of one address happen one after another. */
export const restocksOf = (customerKey: string): string => `restocks ${customerKey}`

/** For a year, in a transaction that has locked `restocksOf`; once. @throws Refusal `too_many_restock_requests` */
async function standUp(ctx: PlatformContext, tx: Transaction, request: { requestId: string; customerKey: string }) {
  const now = ctx.clock.now()
  const expiresAt = addMilliseconds(now, rules.RESTOCK_REQUEST_MS)
  const [confirmed] = await tx.run(queries.confirmRequest, {
    ...request,
    now,
    expiresAt,
    requestsMax: RESTOCK_REQUESTS_MAX,
  })
  if (!confirmed) throw new Refusal('too_many_restock_requests')
}

/** The link only shows a page, so mail scanners confirm nothing; its button does. @throws Refusal see the contract */
export async function confirmRestock(ctx: RequestContext, input: BodyOf<typeof endpoints.confirmRestock>) {
  if (!(await countAttempts(ctx, [rules.restocksFrom(ctx, 'restock-link-from')])))
    throw new Refusal('restock_throttled')
  const row = await inTransaction(ctx, async (tx) => {
    const confirmFingerprint = fingerprint(input.secret)
    const [found] = await tx.run(queries.findByConfirmLink, { confirmFingerprint, now: ctx.clock.now() })
    if (!found) throw new Refusal('restock_link_ended')
    if (found.confirmed_at === null) {
      await lockName(tx, restocksOf(found.customer_key))
      await standUp(ctx, tx, { requestId: found.request_id, customerKey: found.customer_key })
    }
    return found
  })
  const packageId = row.package_id as PackageId
  const { state, county } = await describeWanted(ctx, packageId)
  return { packageId, state, county, available: row.available }
}
