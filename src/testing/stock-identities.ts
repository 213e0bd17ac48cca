import { expect } from 'vitest'
import { findStockFaults } from './stock-faults.ts'
import type { TestDatabase } from './test-database.ts'

/**
 * Checks that the stock of every package adds up (ARCHITECTURE.md, "How stock stays right"), and that no order is half
 * made. If they do not hold for a package, the test fails with its numbers.
 */
export async function expectStockIdentities({ pool }: TestDatabase): Promise<void> {
  expect(await findStockFaults(pool)).toEqual([])
}
