/** Whether a store's stock, orders and money add up, for a database that was restored. */
import type { Executor } from '#server/platform/database.ts'
import { findMoneyFaults, findOrderFaults, findStockFaults } from './check-queries.ts'

const CHECKS = [
  ['the stock of', findStockFaults],
  ['the total of', findOrderFaults],
  ['the money or the sold unit of', findMoneyFaults],
] as const

/** @returns one sentence for each kind of thing that does not add up */
export async function checkStore(database: Executor): Promise<string[]> {
  const faults: string[] = []
  for (const [what, find] of CHECKS) {
    const rows = await database.run(find)
    if (rows[0]) faults.push(`${what} ${rows[0].subject} does not add up (${rows.length} in all).`)
  }
  return faults
}
