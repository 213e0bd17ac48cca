import type { LeadType, Size, Tier } from '#contract/catalogue/catalogue.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { invariant } from '#server/platform/invariant.ts'
import {
  previewMany,
  type StockSumRow,
  setEach as setEachStatement,
  setMany as setManyStatement,
} from './bulk-queries.ts'

/** Which packages, and what becomes of their counts. `add` may be negative; it ends at 0 and at 999. */
export interface ManyStocks {
  /** Counties by their codes. */
  fips: readonly string[]
  leadTypes: readonly LeadType[]
  tiers: readonly Tier[]
  sizes: readonly Size[]
  kind: 'set' | 'add' | 'at_least'
  value: number
}

/** What a change does to the packages that it names. */
export interface StockSum {
  packages: number
  /** Those that get another count. */
  changed: number
  /** Units of the packages named that do not follow from leads, an unlimited one as 1000. */
  unitsBefore: number
  unitsAfter: number
  /** Stands for all edits of these packages so far; buyers' holds leave it as it is. */
  seen: string
}

const valuesOf = ({ fips, leadTypes, tiers, sizes, kind, value }: ManyStocks) => ({
  fips,
  leadTypes,
  tiers,
  sizes,
  changeKind: kind,
  amount: value,
})

const sumOf = (row: StockSumRow): StockSum => ({
  packages: row.packages,
  changed: row.changed,
  unitsBefore: row.units_before,
  unitsAfter: row.units_after,
  seen: row.edits,
})

/** Works out what `setMany` would do, and how many of the packages are held now or follow from leads, which stay. Changes nothing. */
export async function previewSetMany(
  ctx: PlatformContext,
  stocks: ManyStocks,
): Promise<StockSum & { heldPackages: number; holds: number; fromLeads: number }> {
  const [row] = await ctx.database.run(previewMany, valuesOf(stocks))
  invariant(row, 'sums are one row')
  return { ...sumOf(row), heldPackages: row.held_packages, holds: row.holds, fromLeads: row.from_leads }
}

/**
 * Sets the sellable stock of many packages in one statement, all or none; live holds stay. Every package that changes gets
 * its movement. The caller announces the change once the transaction is committed.
 *
 * @param input.seen what the preview said: after any edit of these packages it is another
 * @returns null when somebody set one of them meanwhile; nothing is changed then
 */
export async function setMany(
  ctx: PlatformContext,
  tx: Transaction,
  input: ManyStocks & { seen: string; who: string; reason: string | null },
): Promise<StockSum | null> {
  const values = {
    ...valuesOf(input),
    edits: input.seen,
    cause: input.who,
    note: input.reason,
    now: ctx.clock.now(),
  }
  const [row] = await tx.run(setManyStatement, values)
  invariant(row, 'sums are one row')
  return row.edits === input.seen ? sumOf(row) : null
}

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
