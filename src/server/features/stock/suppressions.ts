/** The suppression list: `opt-out` adds properties, and everything that brings leads in checks it. */
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor, Transaction } from '#server/platform/database.ts'
import type { SuppressionCause } from './lead-tables.ts'
import {
  countAsked as countAskedStatement,
  findSuppressed as findSuppressedStatement,
  findWithdrawal as findWithdrawalStatement,
  recordWithdrawn as recordWithdrawnStatement,
  suppress as suppressStatement,
  unsuppress as unsuppressStatement,
} from './suppression-queries.ts'

/**
 * Adds a property to the list. Repeating it changes nothing. This does not withdraw its leads: see
 * `stock/withdraw-property.ts`.
 *
 * @param input.withdrawAt when they leave stock; null: at once
 */
export async function suppress(
  tx: Transaction,
  input: { propertyKey: string; at: Date; cause: SuppressionCause; withdrawAt: Date | null },
): Promise<void> {
  await tx.run(suppressStatement, {
    propertyKey: input.propertyKey,
    suppressedAt: input.at,
    cause: input.cause,
    withdrawAt: input.withdrawAt,
  })
}

/**
 * Returns which of these properties (`propertyKeyOf`) are suppressed. If one is added while a transaction brings its
 * leads in, a later sweep finds it (`withdraw-suppressed`), so imports need no lock.
 */
export async function findSuppressed(executor: Executor, propertyKeys: readonly string[]): Promise<Set<string>> {
  if (propertyKeys.length === 0) return new Set()
  const rows = await executor.run(findSuppressedStatement, { propertyKeys })
  return new Set(rows.map((row) => row.property_key))
}

/**
 * Whether the leads of a suppressed property are still in stock (`waiting`) or are to leave it (`due`); null for any
 * other property.
 */
export async function findWithdrawal(ctx: PlatformContext, propertyKey: string): Promise<'waiting' | 'due' | null> {
  const [row] = await ctx.database.run(findWithdrawalStatement, { propertyKey, now: ctx.clock.now() })
  return row ? (row.is_waiting ? 'waiting' : 'due') : null
}

/**
 * Records, in the transaction that takes its leads out, that they left stock. @returns false if the property is no
 * longer suppressed
 */
export async function recordWithdrawn(tx: Transaction, propertyKey: string, withdrawnAt: Date): Promise<boolean> {
  return (await tx.run(recordWithdrawnStatement, { propertyKey, withdrawnAt })).length > 0
}

/**
 * Takes properties off the list. Leads that had not left stock are on sale again.
 *
 * @returns those that were on it, and whether their leads were still in stock
 */
export async function unsuppress(
  tx: Transaction,
  propertyKeys: readonly string[],
): Promise<{ propertyKey: string; isInStock: boolean }[]> {
  const rows = await tx.run(unsuppressStatement, { propertyKeys })
  return rows.map((row) => ({ propertyKey: row.property_key, isInStock: row.is_in_stock }))
}

/** How many properties their owners have had suppressed since a given time. */
export async function countAsked(ctx: PlatformContext, since: Date): Promise<number> {
  const [row] = await ctx.database.run(countAskedStatement, { since })
  return row?.properties ?? 0
}
