import type * as endpoints from '#contract/buyers/restock.ts'
import { RESTOCK_REQUESTS_MAX, type RestockRequestId } from '#contract/buyers/restock.ts'
import type { PackageId } from '#contract/catalogue/catalogue.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { forgetRecipients } from '#server/features/messages/retention.ts'
import type { WebContext } from '#server/gateways/context.ts'
import type { PlatformContext, RequestContext } from '#server/platform/context.ts'
import { countAttempts } from '#server/platform/count-attempts.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { shownOf } from '#server/platform/database/statement.ts'
import { Refusal } from '#server/platform/errors.ts'
import { fingerprint } from '#server/platform/ids.ts'
import { describeWanted } from './compose-mails.ts'
import { requireDesk } from './desk-session.ts'
import type { EndedRequest } from './restock-queries.ts'
import * as queries from './restock-queries.ts'
import { restocksFrom } from './rules.ts'

/** Lists the packages that the address of the desk waits for, first asked first. @throws Refusal `desk_closed` */
export async function showDeskRestocks(ctx: WebContext) {
  const { customer_key: customerKey } = await requireDesk(ctx)
  const wanted = { customerKey, now: ctx.clock.now(), requestsMax: RESTOCK_REQUESTS_MAX }
  const requests = (await ctx.database.run(queries.listRequests, wanted)).map(async (row) => {
    const packageId = row.package_id as PackageId
    const { state, county } = await describeWanted(ctx, packageId)
    return {
      id: row.request_id as RestockRequestId,
      packageId,
      state,
      county,
      ...shownOf(row, 'available', 'asked_at', 'expires_at', 'told_at'),
    }
  })
  return { requests: await Promise.all(requests) }
}

const messagesOf = ({ request_id: requestId, asks, notices }: EndedRequest): string[] => [
  ...Array.from({ length: asks }, (_, index) => `restock_confirmation.${requestId}.${index + 1}`),
  ...Array.from({ length: notices }, (_, index) => `back_in_stock.${requestId}.${index + 1}`),
]

async function forgetMails(tx: Transaction, ended: readonly EndedRequest[]): Promise<void> {
  await forgetRecipients(tx, ended.flatMap(messagesOf))
}

async function endWith(ctx: PlatformContext, secret: string): Promise<EndedRequest | undefined> {
  return inTransaction(ctx, async (tx) => {
    const ended = await tx.run(queries.endByLink, { endFingerprint: fingerprint(secret) })
    await forgetMails(tx, ended)
    return ended[0]
  })
}

/** With the secret of the link at the end of its emails. @throws Refusal `restock_throttled`, `restock_link_ended` */
export async function endRestock(ctx: RequestContext, input: BodyOf<typeof endpoints.endRestock>) {
  if (!(await countAttempts(ctx, [restocksFrom(ctx, 'restock-link-from')]))) throw new Refusal('restock_throttled')
  const ended = await endWith(ctx, input.secret)
  if (!ended) throw new Refusal('restock_link_ended')
  const packageId = ended.package_id as PackageId
  const { state, county } = await describeWanted(ctx, packageId)
  return { packageId, state, county }
}

const ENDED = { message: 'You will get no more emails about this package.' }

/** For mail programs: not throttled, as one provider calls for all its users, and repeated calls succeed too. */
export async function endRestockByMail(ctx: PlatformContext, secret: string): Promise<{ message: string }> {
  await endWith(ctx, secret)
  return ENDED
}

/** Another address's request stays as it is, and the reply does not tell. @throws Refusal `desk_closed` */
export async function endAtDesk(ctx: WebContext, requestId: string): Promise<{ message: string }> {
  const { customer_key: customerKey } = await requireDesk(ctx)
  await inTransaction(ctx, async (tx) =>
    forgetMails(tx, await tx.run(queries.endOfCustomer, { requestId, customerKey })),
  )
  return ENDED
}

/** Ends a request whose address the mail server refuses for good, in a transaction. */
export async function endOfRefusedAddress(tx: Transaction, requestId: string): Promise<void> {
  await forgetMails(tx, await tx.run(queries.endRefused, { requestId }))
}

/** Deletes requests whose time was over before an instant. @returns how many; fewer than `limit` if none is left */
export function forgetOldRequests(ctx: PlatformContext, rows: { before: Date; limit: number }): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const ended = await tx.run(queries.endOld, rows)
    await forgetMails(tx, ended)
    return ended.length
  })
}

/** Deletes watches of packages that no one waits for. @returns how many it looked at; fewer than `limit` at the end */
export function forgetIdleWatches(ctx: PlatformContext, { limit }: { limit: number }): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const idle = await tx.run(queries.lockIdleWatches, { limit })
    await tx.run(queries.deleteIdleWatches, { packageIds: idle.map(({ package_id }) => package_id) })
    return idle.length
  })
}
