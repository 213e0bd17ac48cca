import { addMilliseconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { listExpiring } from './list-queries.ts'
import { EXPIRING_SOON_MS } from './rules.ts'

/** A link of any rep that expires soon. */
export interface ExpiringLink {
  id: string
  reference: string
  customerName: string
  totalCents: number
  repName: string | null
  expiresAt: Date
}

/** Links that expire within 2 hours, the soonest first, and how many there are, counted up to 100. For administrators. */
export async function findExpiringLinks(
  ctx: PlatformContext,
  rowsMax: number,
): Promise<{ links: ExpiringLink[]; total: number }> {
  const now = ctx.clock.now()
  const rows = await ctx.database.run(listExpiring, {
    now,
    expiresAt: addMilliseconds(now, EXPIRING_SOON_MS),
    limit: rowsMax,
  })
  return {
    links: rows.map((row) => ({
      id: row.payment_request_id,
      reference: row.reference,
      customerName: row.customer_name,
      totalCents: row.total_cents,
      repName: row.rep_name,
      expiresAt: row.expires_at,
    })),
    total: rows[0]?.expiring ?? 0,
  }
}
