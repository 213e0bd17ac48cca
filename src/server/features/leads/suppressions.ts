/** The list of properties to leave alone: put on it by `opt-out`, asked by whoever brings leads in. */
import type { Executor, Transaction } from '#server/platform/database.ts'
import { findSuppressed as findSuppressedStatement, suppress as suppressStatement } from './suppression-queries.ts'
import type { SuppressionCause } from './tables.ts'

/**
 * Puts a property on the list, for good. Saying it again changes nothing. Its leads are not withdrawn by this: see
 * `inventory/withdraw-property.ts`.
 */
export async function suppress(
  tx: Transaction,
  input: { propertyKey: string; at: Date; cause: SuppressionCause },
): Promise<void> {
  await tx.run(suppressStatement, [input.propertyKey, input.at, input.cause])
}

/**
 * Which of these properties are to be left alone (`propertyKeyOf`). One that is put on the list while a transaction brings its
 * leads in is found by the sweep afterwards (`withdraw-suppressed`), so importers need no lock.
 */
export async function findSuppressed(executor: Executor, propertyKeys: readonly string[]): Promise<Set<string>> {
  if (propertyKeys.length === 0) return new Set()
  const rows = await executor.run(findSuppressedStatement, [propertyKeys])
  return new Set(rows.map((row) => row.property_key))
}
