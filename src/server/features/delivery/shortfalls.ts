/** Lines whose buyers get fewer leads than they paid for: seen until somebody says how it was made up for. */
import { SHORT_LINES_MAX, type ShortLine } from '#contract/stock/shortfalls.ts'
import type { OrderId } from '#contract/values.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import type { WebContext } from '#server/gateways/context.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type LineKey, lockLine, subjectOf } from './lock-line.ts'
import { showPackage } from './open-delivery.ts'
import { findShortfall, listShort, type ShortRow, settleShortfall as settleStatement } from './page-queries.ts'

const show = (row: ShortRow): ShortLine => ({
  ...showPackage(row.line),
  orderId: row.order_id as OrderId,
  reference: row.reference,
  lineNumber: row.line_number,
  leads: row.leads,
  missing: row.missing_in_all - row.settled_leads,
  missingInAll: row.missing_in_all,
  buyerName: row.full_name,
  buyerEmail: row.email,
  notedAt: row.noted_at.toISOString(),
})

/** Lines that are short of leads and were not made up for, the oldest first; none whose money went back. */
export async function listShortLines(ctx: PlatformContext): Promise<ShortLine[]> {
  return (await ctx.database.run(listShort, { limit: SHORT_LINES_MAX })).map(show)
}

/** The first of them and how many there are. @param countMax counted up to this many */
export async function findShortLines(
  ctx: PlatformContext,
  rowsMax: number,
  countMax: number,
): Promise<{ lines: ShortLine[]; total: number }> {
  const rows = await ctx.database.run(listShort, { limit: countMax })
  return { lines: rows.slice(0, rowsMax).map(show), total: rows.length }
}

/**
 * Notes how somebody made up for missing leads. Saying it again changes nothing; a lead that came to be missing after `missing` was
 * read waits again.
 *
 * @param input.missing as many as the list showed in all
 * @throws Refusal `delivery_unknown`, also of a line that lacks nothing; `delivery_cancelled`
 */
export async function settleShortfall(
  ctx: WebContext,
  key: LineKey,
  input: { missing: number; note: string },
): Promise<{ missing: number }> {
  return inTransaction(ctx, async (tx) => {
    const { order, line } = await lockLine(tx, key)
    const [short] = await tx.run(findShortfall, { orderId: key.orderId, holdId: line.hold_id })
    if (!short) throw new Refusal('delivery_unknown')
    const settled = Math.min(input.missing, short.leads)
    if (settled <= short.settled_leads) return { missing: short.leads - short.settled_leads }
    await tx.run(settleStatement, { orderId: key.orderId, holdId: line.hold_id, settledLeads: settled })
    await writeAudit(ctx, tx, {
      action: 'shortfall_settled',
      subject: subjectOf(order, key.lineNumber),
      before: { missing: short.leads - short.settled_leads },
      after: { missing: short.leads - settled },
      note: input.note,
    })
    return { missing: short.leads - settled }
  })
}
