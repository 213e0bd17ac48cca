import { SHORT_LINES_MAX, type ShortLine } from '#contract/stock/shortfalls.ts'
import type { OrderId } from '#contract/values.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import { findWithdrawal, recordWithdrawn } from '#server/features/stock/suppressions.ts'
import { findReturnedProperties, type Withdrawn, withdrawProperty } from '#server/features/stock/withdraw-property.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { addMilliseconds, hours } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { shownOf } from '#server/platform/database/statement.ts'
import { LostRace, requireRow, unlessLost } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { renewFiles } from './deliver-leads.ts'
import { showPackage } from './open-delivery.ts'
import { findAskedAddress, forgetAskedAddress, writeNotices } from './opt-out.ts'
import { findShortfall, listShort, type ShortRow, settleShortfall as settleStatement } from './page-queries.ts'
import { type LineKey, lockLine, subjectOf } from './queries.ts'

/**
 * Takes the leads of a suppressed property out: at first only from orders that wait for delivery, and at the set time
 * from everywhere. Then every buyer who has it is asked to remove it, once per buyer and property, ever. Repeatable.
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

async function tellBuyers(ctx: PlatformContext, tx: Transaction, propertyKey: string, { address, buyers }: Withdrawn) {
  const [asked] = await tx.run(findAskedAddress, { propertyKey })
  // `12 N MAIN ST|78701` is all that the store knows about a property whose details were forgotten.
  const named = address ?? asked?.address.replace('|', ', ') ?? null
  if (buyers.length > 0 && named !== null) {
    const written = await tx.run(writeNotices, {
      noticeIds: buyers.map(() => newId('oon', ctx.clock)),
      propertyKey,
      buyerKeys: buyers.map(({ buyerKey }) => buyerKey),
      orderIds: buyers.map(({ orderId }) => orderId),
      address: named,
      now: ctx.clock.now(),
    })
    for (const { notice_id, order_id: subjectId } of written)
      await queueMessage(ctx, tx, { messageId: `opt_out_notice.${notice_id}`, kind: 'opt_out_notice', subjectId })
  }
  await tx.run(forgetAskedAddress, { propertyKey })
}

/** An import that started before a property was suppressed has committed by then. */
const IMPORTS_TAKE_AT_MOST_MS = hours(24)
const PROPERTIES_AT_ONCE = 500

/** Withdraws due properties, and leads that came back from holds or a running import. Returns how many properties. */
export async function withdrawSuppressed(ctx: PlatformContext): Promise<number> {
  const since = addMilliseconds(ctx.clock.now(), -IMPORTS_TAKE_AT_MOST_MS)
  const found = await findReturnedProperties(ctx, since, PROPERTIES_AT_ONCE)
  for (const propertyKey of new Set(found)) await withdraw(ctx, { propertyKey })
  if (found.length > 0) ctx.log.info({ properties: found.length }, 'properties to leave alone were taken out of sale')
  return found.length
}

const show = (row: ShortRow): ShortLine => ({
  ...showPackage(row.line),
  ...shownOf(row, 'reference', 'line_number', 'leads', 'missing_in_all', 'noted_at'),
  orderId: row.order_id as OrderId,
  missing: row.missing_in_all - row.settled_leads,
  buyerName: row.full_name,
  buyerEmail: row.email,
})

/** Lists lines with missing leads that were not made up for, oldest first; no refunded lines. */
export async function listShortLines(ctx: PlatformContext): Promise<ShortLine[]> {
  return (await ctx.database.run(listShort, { limit: SHORT_LINES_MAX })).map(show)
}

/** Returns the first of them and how many there are. @param countMax counted up to this many */
export async function findShortLines(ctx: PlatformContext, rowsMax: number, countMax: number) {
  const rows = await ctx.database.run(listShort, { limit: countMax })
  return { lines: rows.slice(0, rowsMax).map(show), total: rows.length }
}

/**
 * Records how someone made up for as many missing leads as the list showed; one that goes missing later waits.
 * @throws Refusal `delivery_unknown`, also for a line with nothing missing; `delivery_cancelled`
 */
export async function settleShortfall(
  ctx: WebContext,
  key: LineKey,
  { missing, note }: { missing: number; note: string },
) {
  return inTransaction(ctx, async (tx) => {
    const { order, line } = await lockLine(tx, key)
    const at = { orderId: key.orderId, holdId: line.hold_id }
    const short = requireRow(await tx.run(findShortfall, at), 'delivery_unknown')
    const before = { missing: short.leads - short.settled_leads }
    const settledLeads = Math.min(missing, short.leads)
    if (settledLeads <= short.settled_leads) return before
    await tx.run(settleStatement, { ...at, settledLeads })
    const after = { missing: short.leads - settledLeads }
    const subject = subjectOf(order, key.lineNumber)
    await writeAudit(ctx, tx, { action: 'shortfall_settled', subject, before, after, note })
    return after
  })
}
