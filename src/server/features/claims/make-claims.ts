import { CLAIM_ANSWER_DAYS } from '#contract/claims/claim-reasons.ts'
import type { makeClaims as endpoint } from '#contract/claims/claims.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { OrderId } from '#contract/values.ts'
import { lockPaidOrder } from '#server/features/orders/refund-lines.ts'
import { findListedSince } from '#server/features/stock/own-lists.ts'
import { announceReplaced } from '#server/features/stock/replace-claimed.ts'
import { loadZipCounties } from '#server/features/stock/zip-counties.ts'
import { addMilliseconds, days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { Refusal, requireRow } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { grantClaims, queueNews } from './answer-claims.ts'
import { useFiles } from './attach-file.ts'
import { type ClaimedLeadRow, writeClaims } from './queries.ts'
import { isKnownRight } from './rules.ts'
import { countedOf, findLines, isOpened, readLeads, showLeads } from './show-claims.ts'

type Asked = BodyOf<typeof endpoint>

/**
 * Claims leads of an opened package, all of them or none, and grants at once those claims that the store knows to be
 * right. Leads that were claimed before stay as they are.
 * @throws Refusal `delivery_link_invalid`; `claim_lead_unknown` for a lead or package that the link does not open;
 * `claim_over`; `claim_too_many`; `claim_note_missing`; `claim_file_missing`; `claim_file_unknown` for one that is gone
 * or of another claim
 */
export async function makeClaims(ctx: PlatformContext, token: string, asked: Asked) {
  const orderId = requireRow(await findLines(ctx, ctx.database, token), 'claim_lead_unknown').order_id as OrderId
  announceReplaced(ctx, await inTransaction(ctx, (tx) => claim(ctx, tx, { token, orderId, asked })))
  return showLeads(ctx, token)
}

async function claim(
  ctx: PlatformContext,
  tx: Transaction,
  { token, orderId, asked }: { token: string; orderId: OrderId; asked: Asked },
) {
  const { lineNumber, leadIds, reason, note = '', fileIds = [] } = asked
  const order = await lockPaidOrder(tx, orderId)
  // Under the lock, a refund or a new link came either before or after.
  const line = (await findLines(ctx, tx, token)).find((one) => one.line_number === lineNumber)
  if (!order || !line || !isOpened(line)) throw new Refusal('claim_lead_unknown')
  const leads = await readLeads(tx, [line])
  const fresh = findFresh(leads, leadIds)
  if (fresh.length === 0) return []
  const now = ctx.clock.now()
  if (line.most === 0 || now >= line.endsAt) throw new Refusal('claim_over')
  if (countedOf(leads) + fresh.length > line.most) throw new Refusal('claim_too_many')
  if (note === '' && line.terms.noteReasons.includes(reason)) throw new Refusal('claim_note_missing')
  if (fileIds.length === 0 && line.terms.fileReasons?.includes(reason)) throw new Refusal('claim_file_missing')
  const newsId = newId('clm', ctx.clock)
  const files = await tx.run(useFiles, { orderId, lineNumber, fileIds, newsId })
  if (files.length < new Set(fileIds).size) throw new Refusal('claim_file_unknown')
  await tx.run(writeClaims, {
    orderId,
    lineNumber,
    leadIds: fresh.map(({ lead_id }) => lead_id),
    reason,
    note: note || null,
    now,
    dueAt: addMilliseconds(now, days(CLAIM_ANSWER_DAYS)),
    newsId,
  })
  const listed = reason === 'duplicate' ? await findListed(ctx, tx, fresh) : new Map<string, Date>()
  const zips = new Set(fresh.flatMap(({ zip }) => zip ?? []))
  const counties = reason === 'wrong_county' ? await loadZipCounties(zips) : null
  const isRight = (lead: ClaimedLeadRow) =>
    isKnownRight(reason, {
      fips: lead.fips,
      deliveredAt: lead.delivered_at,
      suppressedAt: lead.suppressed_at,
      acquiredAt: lead.acquired_at,
      lastSaleOn: lead.facts?.lastSaleOn ?? null,
      phones: lead.address === null ? null : (lead.phones ?? []).map(({ number }) => number),
      listedSince: listed.get(lead.lead_id) ?? null,
      zipCounties: counties?.get(lead.zip ?? '') ?? [],
    })
  const right = fresh.filter(isRight).map(({ lead_id }) => lead_id)
  const packageIds = await grantClaims(ctx, tx, { order, leadIds: right, by: null, answer: null, newsId })
  await queueNews(ctx, tx, orderId, newsId)
  ctx.log.info({ orderId, lineNumber, reason, claimed: fresh.length, granted: right.length }, 'leads were claimed')
  return packageIds
}

function findFresh(leads: readonly ClaimedLeadRow[], leadIds: readonly string[]): ClaimedLeadRow[] {
  const byId = new Map(leads.map((lead) => [lead.lead_id, lead]))
  return [...new Set(leadIds)].flatMap((leadId) => {
    const lead = byId.get(leadId)
    if (!lead) throw new Refusal('claim_lead_unknown')
    return lead.state === null ? [lead] : []
  })
}

/** Finds leads that are on a list of their buyer's own, and since when. All are of one order. */
async function findListed(ctx: PlatformContext, tx: Transaction, leads: readonly ClaimedLeadRow[]) {
  const facts = leads.map((lead) => ({
    leadId: lead.lead_id,
    propertyKey: lead.property_key,
    phones: (lead.phones ?? []).map(({ number }) => number),
  }))
  return findListedSince(ctx, tx, { buyerKey: leads[0]?.buyer_key ?? '', leads: facts })
}
