/** Claims at the buyer's desk. All of them are found by the address that the session proves. */
import type { DeskClaim, DeskClaimable, listDeskClaimable, listDeskClaims } from '#contract/claims/desk-claims.ts'
import { DESK_CLAIMS_PAGE } from '#contract/claims/desk-claims.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import type { OrderToken } from '#contract/values.ts'
import { requireDesk } from '#server/features/buyers/desk-session.ts'
import { tokenOf } from '#server/features/delivery/hand-over.ts'
import { showPackage } from '#server/features/delivery/open-delivery.ts'
import type { WebContext } from '#server/gateways/context.ts'
import {
  type DeskClaimableRow,
  type DeskClaimRow,
  listDeskClaimable as listLines,
  listDeskClaims as listRows,
} from './desk-queries.ts'
import { claimEnd, mostClaims } from './rules.ts'
import { addressOf, pageOf, readClaimCursor, showClaim } from './show-claims.ts'

const LIST = 'desk-claims'

function show(row: DeskClaimRow): DeskClaim[] {
  const claim = showClaim(row)
  if (!claim) return []
  return [{ ...showPackage(row.line), reference: row.reference, leadId: row.lead_id, address: addressOf(row), claim }]
}

/** Lists what the address claimed. @throws Refusal `desk_closed`, `bad_request` for a cursor that is not of this list */
export async function showDeskClaims(ctx: WebContext, { cursor }: QueryOf<typeof listDeskClaims>) {
  const { email } = await requireDesk(ctx)
  const rows = await ctx.database.run(listRows, { email, ...readClaimCursor(LIST, cursor) })
  const { shown, next } = pageOf(LIST, rows, DESK_CLAIMS_PAGE)
  return { rows: shown.flatMap(show), next }
}

function showLine(ctx: WebContext, row: DeskClaimableRow): DeskClaimable[] {
  if (!row.claim_terms) return []
  const most = mostClaims(row.leads, row.claim_terms)
  const left = most - row.counted
  if (left <= 0) return []
  return [
    {
      ...showPackage(row.line),
      reference: row.reference,
      orderToken: row.order_token as OrderToken,
      lineNumber: row.line_number,
      endsAt: claimEnd(row.sent_at, row.claim_terms).toISOString(),
      most,
      left,
      deliveryToken: row.expires_at > ctx.clock.now() ? tokenOf(ctx, row.handover_id) : null,
    },
  ]
}

/** Lists the packages of the address of which leads can still be claimed. @throws Refusal `desk_closed` */
export async function showDeskClaimable(ctx: WebContext): Promise<ReplyOf<typeof listDeskClaimable>> {
  const { email } = await requireDesk(ctx)
  const rows = await ctx.database.run(listLines, { email, now: ctx.clock.now() })
  return { packages: rows.flatMap((row) => showLine(ctx, row)) }
}
