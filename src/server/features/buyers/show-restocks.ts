import { type listDeskRestocks, RESTOCK_REQUESTS_MAX, type RestockRequestId } from '#contract/buyers/restock.ts'
import type { PackageId } from '#contract/catalogue/catalogue.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { requireDesk } from './desk-session.ts'
import { listRequests } from './restock-queries.ts'
import { describeWanted } from './restock-words.ts'

/** Lists the packages that the address of the desk waits for, first asked first. @throws Refusal `desk_closed` */
export async function showDeskRestocks(ctx: WebContext): Promise<ReplyOf<typeof listDeskRestocks>> {
  const { customer_key: customerKey } = await requireDesk(ctx)
  const rows = await ctx.database.run(listRequests, {
    customerKey,
    now: ctx.clock.now(),
    requestsMax: RESTOCK_REQUESTS_MAX,
  })
  const requests = rows.map(async (row) => {
    const packageId = row.package_id as PackageId
    const { state, county } = await describeWanted(ctx, packageId)
    return {
      id: row.request_id as RestockRequestId,
      packageId,
      state,
      county,
      available: row.available,
      askedAt: row.asked_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      toldAt: row.told_at?.toISOString() ?? null,
    }
  })
  return { requests: await Promise.all(requests) }
}
