import { SHORT_LINES_MAX, type ShortLine } from '#contract/stock/shortfalls.ts'
import type { OrderId } from '#contract/values.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import { findWithdrawal, recordWithdrawn } from '#server/features/stock/suppressions.ts'
import { findReturnedProperties, type Withdrawn, withdrawProperty } from '#server/features/stock/withdraw-property.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { addMilliseconds, hours } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database.ts'
import { LostRace, Refusal, unlessLost } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { renewFiles } from './deliver-leads.ts'
import { showPackage } from './open-delivery.ts'
import { findAskedAddress, forgetAskedAddress, writeNotices } from './opt-out.ts'
import { findShortfall, listShort, type ShortRow, settleShortfall as settleStatement } from './page-queries.ts'
import { type LineKey, lockLine, subjectOf } from './queries.ts'

/** Formats `12 N MAIN ST|78701` for people: all that the store knows about a property whose details were forgotten. */
const inWords = (normalized: string): string => normalized.replace('|', ', ')

/**
 * Takes the leads of a suppressed property out: at first only from orders that wait for delivery, and at the set time
 * from everywhere. Then every buyer who has it from a delivered order is asked to remove it, with one email per buyer
 * and property, ever. Running it again changes nothing; neither does running it for a property that is no longer
 * suppressed.
 */
export async function withdraw(ctx: PlatformContext, { propertyKey }: { propertyKey: string }): Promise<void> {
  const withdrawal = await findWithdrawal(ctx, propertyKey)
  if (withdrawal === null) return
  const part = withdrawal === 'due' ? 'all' : 'orders'
  let sold: Withdrawn['sales'] = []
  const done = await unlessLost(async () => {
    await withdrawProperty(ctx, { propertyKey, part }, async (tx, withdrawn) => {
      sold = withdrawn.sales
      if (part === 'orders') return
      // An administrator may have revoked the request in the meantime.
      if (!(await recordWithdrawn(tx, propertyKey, ctx.clock.now()))) throw new LostRace()
      await tellBuyers(ctx, tx, propertyKey, withdrawn)
    })
    return true
  })
  if (!done) return
  // Files that wait to be downloaded still have it. If a job dies here, it runs again and finds the same deliveries.
  await renewFiles(ctx, sold)
}

/** Queues emails that ask buyers of a property to remove it. */
async function tellBuyers(
  ctx: PlatformContext,
  tx: Transaction,
  propertyKey: string,
  { address, buyers }: Withdrawn,
): Promise<void> {
  const [asked] = await tx.run(findAskedAddress, { propertyKey })
  const named = address ?? (asked ? inWords(asked.address) : null)
  if (buyers.length > 0 && named !== null) {
    const written = await tx.run(writeNotices, {
      noticeIds: buyers.map(() => newId('oon', ctx.clock)),
      propertyKey,
      buyerKeys: buyers.map(({ buyerKey }) => buyerKey),
      orderIds: buyers.map(({ orderId }) => orderId),
      address: named,
      now: ctx.clock.now(),
    })
    for (const { notice_id: noticeId, order_id: orderId } of written)
      await queueMessage(ctx, tx, {
        messageId: `opt_out_notice.${noticeId}`,
        kind: 'opt_out_notice',
        subjectId: orderId,
      })
  }
  await tx.run(forgetAskedAddress, { propertyKey })
}

/** An import that started before a property was suppressed has committed by then. */
const IMPORTS_TAKE_AT_MOST_MS = hours(24)
const PROPERTIES_AT_ONCE = 500

/**
 * Withdraws properties whose time has come, and leads that came back: held when their owner asked and free now, or from
 * an import that was running at that moment.
 *
 * @returns how many properties
 */
export async function withdrawSuppressed(ctx: PlatformContext): Promise<number> {
  const since = addMilliseconds(ctx.clock.now(), -IMPORTS_TAKE_AT_MOST_MS)
  const found = await findReturnedProperties(ctx, since, PROPERTIES_AT_ONCE)
  for (const propertyKey of new Set(found)) await withdraw(ctx, { propertyKey })
  if (found.length > 0) ctx.log.info({ properties: found.length }, 'properties to leave alone were taken out of sale')
  return found.length
}

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

/** Lists lines with missing leads that were not made up for, oldest first; no refunded lines. */
export async function listShortLines(ctx: PlatformContext): Promise<ShortLine[]> {
  return (await ctx.database.run(listShort, { limit: SHORT_LINES_MAX })).map(show)
}

/** Returns the first of them and how many there are. @param countMax counted up to this many */
export async function findShortLines(
  ctx: PlatformContext,
  rowsMax: number,
  countMax: number,
): Promise<{ lines: ShortLine[]; total: number }> {
  const rows = await ctx.database.run(listShort, { limit: countMax })
  return { lines: rows.slice(0, rowsMax).map(show), total: rows.length }
}

/**
 * Records how someone made up for missing leads. Repeating it changes nothing. If another lead goes missing after
 * `missing` was read, that one waits.
 *
 * @param input.missing as many as the list showed in total
 * @throws Refusal `delivery_unknown`, also for a line with nothing missing; `delivery_cancelled`
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
