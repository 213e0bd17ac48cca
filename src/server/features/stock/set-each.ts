import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { invariant } from '#server/platform/invariant.ts'
import { setEach as setEachStatement } from './bulk-queries.ts'

/** A package with the count that it gets. */
export interface WantedStock {
  packageId: string
  /** Above 999 it becomes unlimited. */
  available: number
  /** Its `edits` when the count was decided: an administrator's edit since then makes it another, buyers' holds do not. */
  edits: number
}

export interface EachSet {
  /** Those that got another count. */
  changed: number
  /** Units of all packages named, an unlimited one as 1000. */
  unitsBefore: number
  unitsAfter: number
  /** Whom to tell once the transaction is committed: county codes, or `*`. */
  counties: readonly string[]
}

/**
 * Gives each of some packages a count of its own; live holds stay. Every package that changes gets its movement. Packages are
 * locked in the order of their ids, so whoever calls it several times in one transaction goes in that order too.
 *
 * @returns null when somebody set one of them since, or one follows from leads: nothing is changed by this call then
 */
export async function setEach(
  ctx: PlatformContext,
  tx: Transaction,
  input: { stocks: readonly WantedStock[]; who: string; reason: string },
): Promise<EachSet | null> {
  const { stocks, who, reason } = input
  const [row] = await tx.run(setEachStatement, {
    packageIds: stocks.map(({ packageId }) => packageId),
    afters: stocks.map(({ available }) => available),
    seens: stocks.map(({ edits }) => edits),
    memberId: who,
    note: reason,
    now: ctx.clock.now(),
  })
  invariant(row, 'sums are one row')
  invariant(row.packages === stocks.length, 'every package that is set exists, and is named once')
  if (row.outdated > 0) return null
  return {
    changed: row.changed,
    unitsBefore: row.units_before,
    unitsAfter: row.units_after,
    counties: row.counties?.split(',') ?? [],
  }
}
