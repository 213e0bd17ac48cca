import { expect } from 'vitest'
import type { Buyer } from './builders.ts'
import { findLeadFaults, findShownFaults } from './lead-faults.ts'
import { findStockFaults } from './stock-faults.ts'
import type { TestDatabase } from './test-database.ts'

/**
 * Checks that the stock of every package adds up (ARCHITECTURE.md, "How stock stays right"), and that no order is half
 * made. If they do not hold for a package, the test fails with its numbers.
 */
export async function expectStockIdentities({ pool }: TestDatabase): Promise<void> {
  expect(await findStockFaults(pool)).toEqual([])
}

/** As `expectStockIdentities`; leads and what is on sale of them must match their holds, orders and pools, too. */
export async function expectLeadIdentities(database: TestDatabase): Promise<void> {
  expect(await findLeadFaults(database.pool)).toEqual([])
  expect(await findShownFaults(database.pool)).toEqual([])
  await expectStockIdentities(database)
}

/** Does what others may do at the same moment: it works or is refused because of them. @returns a paid order's id */
export async function tryTo(kind: 'reserve' | 'release' | 'buy', buyer: Buyer, packageId: string) {
  if (kind !== 'buy') return void expect([200, 409]).toContain((await buyer[kind](packageId)).status)
  const payment = await buyer.openPayment()
  if (payment.status !== 200 || (await buyer.confirm(payment.body)).status !== 200) return
  const order = await buyer.report(payment.body)
  expect([200, 409]).toContain(order.status)
  return order.body.status === 'completed' ? (order.body.id as string) : undefined
}
