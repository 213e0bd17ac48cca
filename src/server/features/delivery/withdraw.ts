import { queueMessage } from '#server/features/messages/queue-message.ts'
import { findWithdrawal, noteWithdrawn } from '#server/features/stock/suppressions.ts'
import { findReturnedProperties, type Withdrawn, withdrawProperty } from '#server/features/stock/withdraw-property.ts'
import { addMilliseconds, hours } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { renewFiles } from './deliver-leads.ts'
import { findAskedAddress, forgetAskedAddress, writeNotices } from './opt-out-queries.ts'

/** `12 N MAIN ST|78701` as people read it: what the store knows of a property whose details were forgotten. */
const inWords = (normalized: string): string => normalized.replace('|', ', ')

/** An administrator took the request back meanwhile. */
class TakenBack extends Error {}

/**
 * Takes the leads of a suppressed property out. At first only from orders that wait for their delivery; once its time has come from
 * everywhere, and then everybody who has it from a delivered order is asked to remove it: one mail for each buyer and property,
 * for ever. Run again it changes nothing more; of a property that is not suppressed any more it changes nothing at all.
 */
export async function withdraw(ctx: PlatformContext, { propertyKey }: { propertyKey: string }): Promise<void> {
  const withdrawal = await findWithdrawal(ctx, propertyKey)
  if (withdrawal === null) return
  const part = withdrawal === 'due' ? 'all' : 'orders'
  let sold: Withdrawn['sales'] = []
  try {
    await withdrawProperty(ctx, { propertyKey, part }, async (tx, withdrawn) => {
      sold = withdrawn.sales
      if (part === 'orders') return
      if (!(await noteWithdrawn(tx, propertyKey))) throw new TakenBack()
      await tellBuyers(ctx, tx, propertyKey, withdrawn)
    })
  } catch (error) {
    if (error instanceof TakenBack) return
    throw error
  }
  // Files that wait to be downloaded still have it. A job that dies here runs again and finds the same deliveries.
  await renewFiles(ctx, sold)
}

/** Decides that whoever has a property is asked to remove it. */
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

/** An import that began before a property was suppressed has committed by then. */
const IMPORTS_TAKE_AT_MOST_MS = hours(24)
const PROPERTIES_AT_ONCE = 500

/**
 * Withdraws the properties whose time has come, and what came back: leads that somebody held when their owner asked and that are free now, and leads of an import that
 * was under way at that moment.
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
