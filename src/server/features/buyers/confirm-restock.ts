import { type confirmRestock as endpoint, RESTOCK_REQUESTS_MAX } from '#contract/buyers/restock.ts'
import type { PackageId } from '#contract/catalogue/catalogue.ts'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import { addMilliseconds } from '#server/platform/clock.ts'
import type { PlatformContext, RequestContext } from '#server/platform/context.ts'
import { countAttempts } from '#server/platform/count-attempts.ts'
import { inTransaction, lockName, type Transaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { fingerprint } from '#server/platform/ids.ts'
import { describeWanted } from './compose-restock-mails.ts'
import { confirmRequest, findByConfirmLink } from './restock-queries.ts'
import { RESTOCK_REQUEST_MS, restocksFrom } from './rules.ts'

/** The lock that makes confirmations of one address happen one after another. */
export const restocksOf = (customerKey: string): string => `restocks ${customerKey}`

/**
 * Makes a request stand for a year, in a transaction that has locked `restocksOf`. One that stands already stays as it
 * is.
 *
 * @throws Refusal `too_many_restock_requests`, also if several are confirmed at once
 */
export async function standUp(
  ctx: PlatformContext,
  tx: Transaction,
  { requestId, customerKey }: { requestId: string; customerKey: string },
): Promise<void> {
  const now = ctx.clock.now()
  const [confirmed] = await tx.run(confirmRequest, {
    requestId,
    customerKey,
    now,
    expiresAt: addMilliseconds(now, RESTOCK_REQUEST_MS),
    requestsMax: RESTOCK_REQUESTS_MAX,
  })
  if (!confirmed) throw new Refusal('too_many_restock_requests')
}

/**
 * Confirms a request with the secret of its mailed link. The link itself only shows a page, so a mail scanner that opens
 * it confirms nothing. Its reader may press the button again: the request stands once.
 *
 * @throws Refusal `restock_throttled`, `restock_link_ended`, `too_many_restock_requests`
 */
export async function confirmRestock(
  ctx: RequestContext,
  input: BodyOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  if (!(await countAttempts(ctx, [restocksFrom(ctx, 'restock-link-from')]))) throw new Refusal('restock_throttled')
  const row = await inTransaction(ctx, async (tx) => {
    const confirmFingerprint = fingerprint(input.secret)
    const [found] = await tx.run(findByConfirmLink, { confirmFingerprint, now: ctx.clock.now() })
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
