/** Setting credit aside for an order, in the transaction that places it, so that nobody spends the same credit twice. */
import { toCents } from '#contract/money.ts'
import type { Cents, OrderId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database.ts'
import { invariant } from '#server/platform/invariant.ts'
import { lockCustomer, readHeldCredit, reserveCredit as reserveCreditStatement } from './credit-queries.ts'

/** Store credit that an order is to use. */
export interface CreditUse {
  customerKey: string
  /** More than 0. */
  cents: Cents
}

/** Thrown in the transaction that wanted the credit, which is then given up. */
export class CreditDenied extends Error {
  /** `too_little`: spent meanwhile. `other_customer`: the order has set aside credit of another address; close it first. */
  readonly why: 'too_little' | 'other_customer'
  /** What the order could have. */
  readonly availableCents: Cents

  constructor(why: CreditDenied['why'], availableCents: Cents) {
    super(`credit denied: ${why}`)
    this.why = why
    this.availableCents = availableCents
  }
}

/**
 * Sets credit aside for a revision of an order that the transaction has locked. What the order set aside for an earlier
 * revision counts: it may still be the one that is paid, and only one of them is. Orders of one customer wait for each other.
 *
 * @throws CreditDenied and nothing is set aside
 */
export async function reserveCredit(
  ctx: PlatformContext,
  tx: Executor,
  order: { orderId: OrderId; revision: number },
  { customerKey, cents }: CreditUse,
): Promise<void> {
  await tx.run(lockCustomer, { customerKey })
  const values = { orderId: order.orderId, revision: order.revision, customerKey, cents, now: ctx.clock.now() }
  const [row] = await tx.run(reserveCreditStatement, values)
  invariant(row, 'asking for credit has an answer')
  const availableCents = toCents(Math.max(row.available_cents, 0))
  if (row.is_of_other) throw new CreditDenied('other_customer', availableCents)
  if (availableCents < cents) throw new CreditDenied('too_little', availableCents)
}

/**
 * Whether a locked order has set aside at least so much. It always has, unless it was paid at a revision that its payment
 * had left behind: whoever finds that gives the money back instead of giving away the rest.
 */
export async function isCreditHeld(tx: Executor, orderId: OrderId, cents: number): Promise<boolean> {
  const [row] = await tx.run(readHeldCredit, { orderId })
  return row !== undefined && row.cents >= cents
}
