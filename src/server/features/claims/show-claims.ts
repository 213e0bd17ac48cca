/** Claims as a delivery link shows them. */

import type { ClaimTerms } from '#contract/claims/claim-reasons.ts'
import type { Claim, ClaimableLead, ClaimablePackage, listClaims } from '#contract/claims/claims.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { tokenKeyOf } from '#server/features/delivery/hand-over.ts'
import { openDelivery, showPackage } from '#server/features/delivery/open-delivery.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database.ts'
import { type ClaimableLineRow, type ClaimedLeadRow, listLeads, openLines } from './queries.ts'
import { claimEnd, mostClaims } from './rules.ts'

/** For packages that were paid for before the store took claims. */
const NO_TERMS: ClaimTerms = { days: 0, shareBps: 0, noteReasons: [] }

/** A downloaded package behind a delivery link. */
export interface ClaimableLine extends ClaimableLineRow {
  terms: ClaimTerms
  endsAt: Date
  most: number
}

/**
 * Finds the downloaded packages behind a link.
 *
 * @throws Refusal `delivery_link_invalid`, the same for unknown, edited, guessed, replaced and expired links
 */
export async function findLines(ctx: PlatformContext, executor: Executor, token: string): Promise<ClaimableLine[]> {
  const rows = await executor.run(openLines, { tokenFingerprint: tokenKeyOf(token), now: ctx.clock.now() })
  // A link whose packages were not downloaded yet is still valid.
  if (rows.length === 0) await openDelivery(ctx, token)
  return rows.map((row) => {
    const terms = row.claim_terms ?? NO_TERMS
    return { ...row, terms, endsAt: claimEnd(row.sent_at, terms), most: mostClaims(row.leads, terms) }
  })
}

type ClaimFacts = Pick<
  ClaimedLeadRow,
  'reason' | 'state' | 'claimed_at' | 'due_at' | 'replaced_by' | 'credit_cents' | 'answer'
>

/** A claim as its buyer sees it; null if the lead was not claimed. */
export const showClaim = (row: ClaimFacts): Claim | null =>
  row.reason && row.state && row.claimed_at && row.due_at
    ? {
        reason: row.reason,
        state: row.state,
        claimedAt: row.claimed_at.toISOString(),
        dueAt: row.due_at.toISOString(),
        replacedBy: row.replaced_by,
        credit: (row.credit_cents ?? 0) / 100,
        answer: row.answer,
      }
    : null

/** An address in one line; null if the store forgot it. */
export const addressOf = (row: Pick<ClaimedLeadRow, 'address' | 'city' | 'zip'>): string | null =>
  row.address === null ? null : [row.address, row.city, row.zip].filter(Boolean).join(', ')

const showLead = (row: ClaimedLeadRow): ClaimableLead => ({
  leadId: row.lead_id,
  address: addressOf(row),
  owner: row.owner_names?.join('; ') || null,
  phones: row.phones ?? [],
  claim: showClaim(row),
})

function showLine(line: ClaimableLine, leads: readonly ClaimedLeadRow[]): ClaimablePackage {
  const counted = leads.filter(({ state }) => state !== null && state !== 'denied').length
  return {
    ...showPackage(line.line),
    lineNumber: line.line_number,
    endsAt: line.endsAt.toISOString(),
    most: line.most,
    left: Math.max(0, line.most - counted),
    noteReasons: line.terms.noteReasons,
    fileReasons: line.terms.fileReasons ?? [],
    leads: leads.map(showLead),
  }
}

/** Reads the leads of these lines, which are of one order, and what was claimed about them. */
export async function readLeads(
  executor: Executor,
  lines: readonly ClaimableLine[],
): Promise<readonly ClaimedLeadRow[]> {
  const [first] = lines
  if (!first) return []
  return executor.run(listLeads, { orderId: first.order_id, holdIds: lines.map(({ hold_id }) => hold_id) })
}

/**
 * Shows the leads of the downloaded packages behind a link, with their claims. Packages that were sold without claims
 * are left out.
 *
 * @throws Refusal `delivery_link_invalid`
 */
export async function showClaims(ctx: PlatformContext, token: string): Promise<ReplyOf<typeof listClaims>> {
  const lines = (await findLines(ctx, ctx.database, token)).filter(({ most }) => most > 0)
  const leads = await readLeads(ctx.database, lines)
  return {
    packages: lines.map((line) =>
      showLine(
        line,
        leads.filter(({ hold_id }) => hold_id === line.hold_id),
      ),
    ),
  }
}
