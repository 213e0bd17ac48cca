import { expect } from 'vitest'
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
