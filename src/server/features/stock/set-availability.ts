import type { LeadType, Size, Tier } from '#contract/catalogue/catalogue.ts'
import { fipsOf, LEAD_TYPE_NAMES, type PackageId, packageKeyOf, packageName } from '#contract/catalogue/catalogue.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { shownOf } from '#server/platform/database/statement.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import { requirePackageId } from './hold.ts'
import { setStock } from './queries.ts'
import * as sql from './screen-queries.ts'
import { announceStockChange } from './stock-changes.ts'

/**
 * Sets the sellable stock of a package; live holds stay. Above 999 the package becomes unlimited and keeps its counted
 * number underneath, so that the ledger adds up through every switch. A retry (`expected`) finds its own count.
 * @throws Refusal `unknown_package`, `stock_from_leads`, `availability_changed`
 * @see docs/decisions/0005-hidden-counter-under-unlimited.md
 */
export async function setAvailability(
  ctx: PlatformContext,
  input: { packageId: string; available: number; reason?: string | undefined; expected?: number | undefined },
): Promise<{ packageId: PackageId; available: number }> {
  const packageId = requirePackageId(input.packageId)
  invariant(ctx.actor.kind !== 'visitor', 'stock is set by a member or by the store itself')
  const who = ctx.actor.kind === 'member' ? ctx.actor.userId : 'store'
  const { leadType, tier, size, fips } = packageKeyOf(packageId)
  const row = await inTransaction(ctx, async (tx) => {
    const [set] = await tx.run(setStock, {
      packageId,
      units: input.available,
      expected: input.expected ?? null,
      cause: who,
      note: input.reason?.trim() || null,
      now: ctx.clock.now(),
    })
    if (!set) throw new Refusal('unknown_package')
    if (set.is_from_leads) throw new Refusal('stock_from_leads')
    if (set.is_repeat) return set
    if (!set.is_agreed) throw new Refusal('availability_changed', { details: { available: set.available } })
    await writeAudit(ctx, tx, {
      action: 'stock_set',
      subject: `${packageName({ tier, size })}, ${LEAD_TYPE_NAMES[leadType]}, county ${fips}`,
      before: { available: set.available_before },
      after: { available: set.available },
      note: input.reason,
    })
    return set
  })
  announceStockChange(ctx, [fipsOf(packageId)])
  return { packageId, available: row.available }
}

/** Packages by county and kind. */
export interface ChosenPackages {
  fips: readonly string[]
  leadTypes: readonly LeadType[]
  tiers: readonly Tier[]
  sizes: readonly Size[]
}

/** Which packages, and how to change their counts. `add` may be negative; the result stays between 0 and 999. */
interface ManyStocks extends ChosenPackages {
  kind: 'set' | 'add' | 'at_least'
  value: number
}

export interface StockSum {
  packages: number
  changed: number
  /** Of the packages that do not follow from leads, an unlimited one counted as 1000. */
  unitsBefore: number
  unitsAfter: number
}

const valuesOf = ({ kind, value, ...stocks }: ManyStocks) => ({ ...stocks, changeKind: kind, amount: value })

/**
 * Computes what `setMany` would do: its sums with `seen`, which represents all edits of these packages so far, how many
 * are held now or follow from leads, and some of the rows.
 */
export async function previewSetMany(ctx: PlatformContext, stocks: ManyStocks, page: { from: number; limit: number }) {
  const values = valuesOf(stocks)
  const [[row], rows] = await Promise.all([
    ctx.database.run(sql.previewMany, values),
    ctx.database.run(sql.listMany, { ...values, ...page }),
  ])
  invariant(row, 'sums are one row')
  return {
    ...shownOf(row, 'packages', 'changed', 'units_before', 'units_after', 'held_packages', 'holds', 'from_leads'),
    seen: row.edits,
    rows: rows.map(({ package_id, before, after }) => ({ packageId: package_id as PackageId, before, after })),
  }
}

/**
 * Sets the stock of many packages, all or none; live holds stay. Every change gets its movement.
 * @param input.seen from the preview; any edit of these packages changes it
 * @returns null if someone has set one of them since. Otherwise announce it once committed
 */
export async function setMany(
  tx: Transaction,
  input: ManyStocks & { seen: string; who: string; reason: string | null; now: Date },
): Promise<StockSum | null> {
  const { seen, who, reason, now, ...stocks } = input
  const [row] = await tx.run(sql.setMany, { ...valuesOf(stocks), edits: seen, cause: who, note: reason, now })
  invariant(row, 'sums are one row')
  return row.edits === seen ? shownOf(row, 'packages', 'changed', 'units_before', 'units_after') : null
}

/**
 * Takes back what one `setMany` (`of`: by whom and when) changed: the units that it added are taken off, and those that
 * it took are added again, whatever was sold since. A package that someone has set since stays.
 * @returns the sums of those that change; announce them once committed
 */
export async function unsetMany(
  tx: Transaction,
  input: ChosenPackages & { of: { who: string; at: Date }; who: string; now: Date },
): Promise<StockSum> {
  const { of, who, now, ...chosen } = input
  // A statement of its own: it waits for others, and the next one sees what they did.
  await tx.run(sql.lockMany, { ...chosen })
  const [row] = await tx.run(sql.unsetMany, {
    ...chosen,
    cause: of.who,
    movedAt: of.at,
    memberId: who,
    note: 'Undone',
    now,
  })
  invariant(row, 'sums are one row')
  return shownOf(row, 'packages', 'changed', 'units_before', 'units_after')
}

/**
 * Gives each package its own count, with its movement; skips those that were edited meanwhile or follow from leads.
 * Packages are locked in id order, so several calls in one transaction must go in that order too.
 * @returns how many changed, and what to announce once that is committed: county codes, or `*`
 */
export async function setEach(
  ctx: PlatformContext,
  tx: Transaction,
  input: { stocks: readonly { packageId: string; available: number; edits: number }[]; who: string; reason: string },
): Promise<{ changed: number; counties: readonly string[] }> {
  const { stocks, who, reason } = input
  const [row] = await tx.run(sql.setEach, {
    packageIds: stocks.map(({ packageId }) => packageId),
    afters: stocks.map(({ available }) => available),
    seens: stocks.map(({ edits }) => edits),
    memberId: who,
    note: reason,
    now: ctx.clock.now(),
  })
  invariant(row, 'sums are one row')
  invariant(row.packages === stocks.length, 'every package that is set exists, and is named once')
  return { changed: row.changed, counties: row.counties?.split(',') ?? [] }
}
