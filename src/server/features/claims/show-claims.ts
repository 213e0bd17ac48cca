import { stateCodeOfFips } from '#contract/catalogue/state-codes.ts'
import type { ClaimTerms } from '#contract/claims/claim-reasons.ts'
import type * as contract from '#contract/claims/claims.ts'
import { ageInDays, type LeadFacts } from '#contract/delivery/lead-sheet.ts'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import { deliverToReader, openDelivery, showPackage } from '#server/features/delivery/open-delivery.ts'
import type { PlatformContext, RequestContext } from '#server/platform/context.ts'
import { isInstantKey, readCursor, writeCursor } from '#server/platform/database/cursor.ts'
import type { Executor } from '#server/platform/database/database.ts'
import { shownOf } from '#server/platform/database/statement.ts'
import { Refusal, requireRow } from '#server/platform/errors.ts'
import { fingerprint } from '#server/platform/ids.ts'
import { type ClaimableLineRow, type ClaimedLeadRow, listLeads, openLines, writeMark } from './queries.ts'
import { claimEnd, mostClaims } from './rules.ts'

/** For packages that were paid for before the store took claims. */
export const NO_TERMS: ClaimTerms = { days: 0, shareBps: 0, noteReasons: [] }

export interface ClaimableLine extends ClaimableLineRow {
  terms: ClaimTerms
  endsAt: Date
  most: number
}

/** Finds the packages of leads behind a link. @throws Refusal `delivery_link_invalid`, as for the link's page */
export async function findLines(ctx: PlatformContext, executor: Executor, token: string): Promise<ClaimableLine[]> {
  const rows = await executor.run(openLines, { tokenFingerprint: fingerprint(token), now: ctx.clock.now() })
  // A link to other packages is still valid.
  if (rows.length === 0) await openDelivery(ctx, token)
  return rows.map((row) => {
    const terms = row.claim_terms ?? NO_TERMS
    return { ...row, terms, endsAt: claimEnd(row.sent_at, terms), most: mostClaims(row.leads, terms) }
  })
}

/** Whether the leads of a line can be read and claimed. */
export const isOpened = (line: ClaimableLine): boolean => line.is_opened

type ClaimFacts = Pick<
  ClaimedLeadRow,
  'reason' | 'state' | 'claimed_at' | 'due_at' | 'replaced_by' | 'credit_cents' | 'answer'
>

/** A claim as its buyer sees it; null if the lead was not claimed. */
export const showClaim = (row: ClaimFacts): contract.Claim | null =>
  row.reason && row.state && row.claimed_at && row.due_at
    ? {
        reason: row.reason,
        state: row.state,
        claimedAt: row.claimed_at.toISOString(),
        dueAt: row.due_at.toISOString(),
        credit: (row.credit_cents ?? 0) / 100,
        ...shownOf(row, 'replaced_by', 'answer'),
      }
    : null

/** `12 Oak St, Austin, TX 78704`. @param place the county or the package that it was sold in */
export const addressOf = (row: Pick<ClaimedLeadRow, 'address' | 'city' | 'zip'>, place: string): string | null =>
  row.address === null ? null : [row.address, row.city, `${stateCodeOfFips(place)} ${row.zip ?? ''}`.trim()].join(', ')

/** Reads the place of a claim in a list. @throws Refusal `bad_request` for a cursor that is not of this list */
export function readClaimCursor(list: string, cursor: string | undefined) {
  const [atKey = null, orderId = null, leadId = null] = readCursor(list, cursor, 3) ?? []
  if ((atKey !== null && !isInstantKey(atKey)) || (leadId !== null && !/^\d{1,16}$/.test(leadId)))
    throw new Refusal('bad_request.cursor')
  return { atKey, orderId, leadId }
}

/** Makes a page of up to `max` claims, of which one more was read if there is one. */
export function pageOf<Row extends { at_key: string; order_id: string; lead_id: string }>(
  list: string,
  rows: readonly Row[],
  max: number,
): { shown: Row[]; next: string | null } {
  const shown = rows.slice(0, max)
  const last = rows.length > max ? shown.at(-1) : undefined
  return { shown, next: last ? writeCursor(list, [last.at_key, last.order_id, last.lead_id]) : null }
}

const showFacts = ({ valueCents, ...facts }: LeadFacts): contract.DeliveredLead['facts'] => ({
  ...facts,
  ...(valueCents !== undefined && { value: valueCents / 100 }),
})

const showLead = (row: ClaimedLeadRow): contract.DeliveredLead => ({
  ...shownOf(row, 'lead_id', 'mailing_address', 'source', 'consent', 'mark', 'note'),
  address: addressOf(row, row.fips),
  isWithdrawn: row.suppressed_at !== null,
  owner: row.owner_names?.join('; ') || null,
  phones: (row.phones ?? []).map((phone) => ({
    ...phone,
    isDoNotCall: phone.isDoNotCall || row.is_do_not_call === true,
  })),
  emails: row.emails ?? [],
  ageInDays: ageInDays(row),
  facts: showFacts(row.facts ?? {}),
  claim: showClaim(row),
})

export const countedOf = (leads: readonly ClaimedLeadRow[]): number =>
  leads.filter(({ state }) => state !== null && state !== 'denied').length

function showLine(line: ClaimableLine, all: readonly ClaimedLeadRow[]): contract.DeliveredLeads {
  const leads = all.filter(({ hold_id }) => hold_id === line.hold_id)
  return {
    ...showPackage(line.line),
    ...shownOf(line, 'line_number', 'is_opened', 'endsAt', 'most'),
    left: Math.max(0, line.most - countedOf(leads)),
    noteReasons: line.terms.noteReasons,
    fileReasons: line.terms.fileReasons ?? [],
    leads: leads.map(showLead),
  }
}

/** Reads the leads of these lines, which are of one order, and what was claimed about them. */
export async function readLeads(executor: Executor, lines: readonly ClaimableLine[]): Promise<ClaimedLeadRow[]> {
  const [first] = lines
  if (!first) return []
  return executor.run(listLeads, { orderId: first.order_id, holdIds: lines.map(({ hold_id }) => hold_id) })
}

/** Shows the leads behind a link, as far as they were opened. @throws Refusal `delivery_link_invalid` */
export async function showLeads(ctx: PlatformContext, token: string) {
  const lines = await findLines(ctx, ctx.database, token)
  const leads = await readLeads(ctx.database, lines.filter(isOpened))
  return { packages: lines.map((line) => showLine(line, leads)) }
}

/** Opens the leads of a package to its reader. @throws Refusal `delivery_link_invalid` */
export async function openLeads(ctx: RequestContext, at: { token: string; lineNumber: number }) {
  await deliverToReader(ctx, at)
  return showLeads(ctx, at.token)
}

/** Notes something about a lead. @throws Refusal `delivery_link_invalid`; `claim_lead_unknown` */
export async function markLead(
  ctx: PlatformContext,
  token: string,
  leadId: string,
  { mark, note }: BodyOf<typeof contract.markLead>,
): Promise<ReplyOf<typeof contract.markLead>> {
  const lines = (await findLines(ctx, ctx.database, token)).filter(isOpened)
  const [first] = lines
  const at = { orderId: first?.order_id ?? '', holdIds: lines.map(({ hold_id }) => hold_id), leadId }
  const written = await ctx.database.run(writeMark, { ...at, mark, note: note?.trim() ?? null })
  return requireRow(written, 'claim_lead_unknown')
}
