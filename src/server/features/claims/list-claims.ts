/** Claims as administrators see them. */
import type { ClaimToDecide, listClaimsToDecide } from '#contract/claims/claims.ts'
import { CLAIMS_PAGE } from '#contract/claims/claims.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { OrderId } from '#contract/values.ts'
import { showPackage } from '#server/features/delivery/open-delivery.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { isInstantKey, readCursor, writeCursor } from '#server/platform/cursor.ts'
import type { Page } from '#server/platform/http/endpoint.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type ClaimToDecideRow, findWaiting, listAnswered, listOpen, type WaitingClaimRow } from './admin-queries.ts'
import { addressOf } from './show-claims.ts'

const show = (row: ClaimToDecideRow): ClaimToDecide => ({
  ...showPackage(row.line),
  orderId: row.order_id as OrderId,
  reference: row.reference,
  leadId: row.lead_id,
  reason: row.reason,
  claimState: row.state,
  note: row.note,
  files: row.files,
  claimedAt: row.claimed_at.toISOString(),
  dueAt: row.due_at.toISOString(),
  buyerName: row.full_name,
  buyerEmail: row.email,
  address: addressOf(row),
  owner: row.owner_names?.join('; ') || null,
  phones: row.phones ?? [],
  source: row.source,
  othersClaimed: row.others_claimed,
  isReplaced: row.is_replaced,
  credit: row.credit_cents / 100,
  answer: row.answer,
  answeredAt: row.answered_at?.toISOString() ?? null,
  answeredBy: row.answered_by,
})

/** Lists open or answered claims. @throws Refusal `bad_request` for a cursor that is not of this list */
export async function showClaimsToDecide(
  ctx: PlatformContext,
  { show: which = 'open', cursor }: QueryOf<typeof listClaimsToDecide>,
): Promise<Page<ClaimToDecide>> {
  const list = `claims-${which}`
  const [atKey = null, orderId = null, leadId = null] = readCursor(list, cursor, 3) ?? []
  if ((atKey !== null && !isInstantKey(atKey)) || (leadId !== null && !/^\d{1,16}$/.test(leadId)))
    throw new Refusal('bad_request.cursor')
  const rows = await ctx.database.run(which === 'open' ? listOpen : listAnswered, { atKey, orderId, leadId })
  const shown = rows.slice(0, CLAIMS_PAGE)
  const last = rows.length > shown.length ? shown.at(-1) : undefined
  return { rows: shown.map(show), next: last ? writeCursor(list, [last.at_key, last.order_id, last.lead_id]) : null }
}

/** Returns the first open claims and how many there are. @param countMax counted up to this many */
export async function findOpenClaims(
  ctx: PlatformContext,
  rowsMax: number,
  countMax: number,
): Promise<{ claims: readonly WaitingClaimRow[]; total: number }> {
  const claims = await ctx.database.run(findWaiting, { limit: rowsMax, countMax })
  return { claims, total: claims[0]?.waiting ?? 0 }
}
