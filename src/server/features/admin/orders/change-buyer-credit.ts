import { type BuyerCredit, CREDIT_ENTRIES_SHOWN, type changeCredit as endpoint } from '#contract/credit/credits.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { centsFromDollars, dollarsFromCents, dollarTextFromCents, toCents } from '#contract/money.ts'
import { formatCents } from '#contract/plain-values.ts'
import type { Cents, OrderId } from '#contract/values.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { customerKeyOf } from '#server/features/catalogue/price-lines.ts'
import { readMemberNames } from '#server/features/members/accounts.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import { giveCredit, hasEntry, lockCredit, readCredit, takeCredit } from '#server/features/orders/change-credit.ts'
import { findOrder } from '#server/features/orders/show-order.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { type PlatformContext, requireMember } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { shownOf, statement } from '#server/platform/database/statement.ts'
import { Refusal } from '#server/platform/errors.ts'

export const listCreditEntries = statement('credits.list_entries')`
  select e.entry_id, e.made_at, e.reason, e.cents, e.order_id, o.reference, e.note, e.decided_by
  from (select * from credit_entries where customer_key = $customerKey order by made_at desc, entry_id limit ${CREDIT_ENTRIES_SHOWN}) e
  join orders o on o.order_id = e.order_id order by e.made_at desc, e.entry_id`

/** The most that can be given at once, so that a typo is not a fortune: $10,000.00. */
const GRANT_CENTS_MAX = 1_000_000

async function findBuyer(ctx: PlatformContext, orderId: OrderId): Promise<{ reference: string; customerKey: string }> {
  const order = await findOrder(ctx, orderId)
  if (!order) throw new Refusal('order_not_found')
  if (!order.email) throw new Refusal('credit_buyer_unknown')
  return { reference: order.reference, customerKey: customerKeyOf(ctx, order.email) }
}

/**
 * Shows the credit of an order's buyer, from all their orders.
 * @throws Refusal `order_not_found`, `credit_buyer_unknown`
 */
export async function showBuyerCredit(ctx: PlatformContext, orderId: OrderId): Promise<BuyerCredit> {
  const { customerKey } = await findBuyer(ctx, orderId)
  const [balance, rows, names] = await Promise.all([
    readCredit(ctx.database, customerKey),
    ctx.database.run(listCreditEntries, { customerKey }),
    readMemberNames(ctx),
  ])
  return {
    balance: dollarsFromCents(balance),
    entries: rows.map((row) => ({
      id: row.entry_id,
      at: row.made_at.toISOString(),
      ...shownOf(row, 'reason', 'reference', 'note'),
      amount: row.cents / 100,
      orderId: row.order_id as OrderId,
      decidedBy: row.decided_by === null ? null : (names.get(row.decided_by) ?? row.decided_by),
    })),
  }
}

function readAmount(amount: number | string): Cents {
  const cents = centsFromDollars(amount)
  if (cents && cents <= GRANT_CENTS_MAX) return cents
  throw new Refusal('price_invalid.credit', { values: { most: formatCents(GRANT_CENTS_MAX) } })
}

/**
 * Gives an order's buyer credit and tells them, or takes some back, once per attempt.
 * @throws Refusal see the contract
 */
export async function changeBuyerCredit(ctx: WebContext, orderId: OrderId, body: BodyOf<typeof endpoint>) {
  const { userId } = requireMember(ctx)
  const cents = readAmount(body.amount)
  const { reference, customerKey } = await findBuyer(ctx, orderId)
  const isGrant = body.change === 'grant'
  const entryId = `${isGrant ? 'granted' : 'taken_back'}.${orderId}.${body.attemptId}`
  const entry = { entryId, customerKey, orderId, note: body.reason.trim(), decidedBy: userId }
  await inTransaction(ctx, async (tx) => {
    await lockCredit(tx, customerKey)
    if (await hasEntry(tx, entryId)) return
    const before = await readCredit(tx, customerKey)
    if (isGrant) {
      await giveCredit(ctx, tx, { ...entry, reason: 'granted', cents })
      const messageId = `credit_granted.${orderId}.${body.attemptId}`
      await queueMessage(ctx, tx, { messageId, kind: 'credit_granted', subjectId: orderId })
    } else {
      if (cents > before) {
        const values = { balance: formatCents(before) }
        throw new Refusal('credit_too_low.balance', { values, details: { balance: dollarTextFromCents(before) } })
      }
      await takeCredit(ctx, tx, { ...entry, atMostCents: cents })
    }
    const after = toCents(isGrant ? before + cents : before - cents)
    await writeAudit(ctx, tx, {
      action: isGrant ? 'credit_granted' : 'credit_taken',
      subject: `Buyer of order ${reference}`,
      before: { credit: dollarTextFromCents(before) },
      after: { credit: dollarTextFromCents(after) },
      note: body.reason,
    })
  })
  return showBuyerCredit(ctx, orderId)
}
