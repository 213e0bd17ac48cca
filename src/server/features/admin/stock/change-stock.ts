import { type PackageScope, PREVIEW_ROWS, placesWords } from '#contract/admin/price-areas.ts'
import type * as contract from '#contract/admin/stock-screen.ts'
import { LEAD_TYPE_NAMES, LEAD_TYPES, packageKeyOf, SIZES, TIER_FACTS, TIERS } from '#contract/catalogue/catalogue.ts'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import { areaCodesOf, areaOfCode, countiesIn, wordsFor } from '#server/features/catalogue/price-areas.ts'
import { previewSetMany, type StockSum, setMany, unsetMany } from '#server/features/stock/set-availability.ts'
import { announceStockChange } from '#server/features/stock/stock-changes.ts'
import { type PlatformContext, requireMember } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { shownOf } from '#server/platform/database/statement.ts'
import { Refusal, requireRow } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import * as sql from './queries.ts'

/**
 * Turns a scope into the packages for `stock`, and what to announce once they have changed.
 * @throws Refusal `unknown_state`, `unknown_county`, `bad_request`
 */
async function choosePackages(ctx: PlatformContext, { areas, ...kinds }: PackageScope) {
  const places = await loadPlaces(ctx)
  const codes = areaCodesOf(places, areas)
  const fips = codes.flatMap((code) => countiesIn(places, code))
  return { chosen: { fips, ...kinds }, words: wordsFor(places, codes) }
}

/** Describes a scope for the log: `Texas; Vacant Houses; VIP`, or `the whole store`. Of all kinds, none is named. */
function describeScope({ areas, leadTypes, tiers, sizes }: PackageScope): string {
  const places = areas?.map(({ state, county }) => (county === null ? state : `${county}, ${state}`))
  const kinds = [
    leadTypes.length < LEAD_TYPES.length ? leadTypes.map((one) => LEAD_TYPE_NAMES[one]) : [],
    tiers.length < TIERS.length ? tiers.map((one) => TIER_FACTS[one].name) : [],
    sizes.length < SIZES.length ? [`${sizes.join(', ')} leads`] : [],
  ].map((names) => names.join(', '))
  return [places ? placesWords(places) : 'the whole store', ...kinds].filter((one) => one !== '').join('; ')
}

function describeStep({ kind, value }: contract.StockStep): string {
  if (kind === 'set') return `set to ${value}`
  if (kind === 'at_least') return `raised to at least ${value}`
  return value < 0 ? `lowered by ${-value}` : `raised by ${value}`
}

/** Previews a change; `changeStock` needs its `seen` back. @throws Refusal `unknown_state`, `unknown_county` */
export async function previewStock(ctx: PlatformContext, body: BodyOf<typeof contract.previewStock>) {
  const { scope, step, from = 0 } = body
  const { chosen } = await choosePackages(ctx, scope)
  const places = await loadPlaces(ctx)
  const { rows, ...sum } = await previewSetMany(ctx, { ...chosen, ...step }, { from, limit: PREVIEW_ROWS })
  const shown = rows.map(({ packageId, before, after }) => {
    const { fips, ...key } = packageKeyOf(packageId)
    return { ...key, place: areaOfCode(places, fips).name, before, after }
  })
  return { ...sum, counties: chosen.fips.length, rows: shown }
}

type Reply = ReplyOf<typeof contract.changeStock>

const replyOf = (row: sql.ChangeRow): Reply => ({
  changeId: row.change_id,
  ...shownOf(row, 'packages', 'changed', 'units_before', 'units_after'),
})

interface Made {
  changeId: string
  scope: PackageScope
  sum: StockSum
  /** What was done, in words. */
  change: string
  note: string | null
}

/** Records what was changed, and in the audit log by whom. */
async function record(ctx: PlatformContext, tx: Transaction, made: Made): Promise<Reply> {
  const { changeId, scope, sum, change, note } = made
  await tx.run(sql.recordChange, { changeId, ...sum })
  if (sum.changed > 0)
    await writeAudit(ctx, tx, {
      action: 'stock_set_many',
      subject: describeScope(scope),
      before: { packages: sum.changed, units: sum.unitsBefore },
      after: { packages: sum.changed, units: sum.unitsAfter, change },
      note,
    })
  return { changeId, ...sum }
}

/**
 * Changes many packages as previewed: all, or none if an administrator has set one since. Buyers' holds and purchases
 * in between count. Repeating an attempt makes one change.
 * @throws Refusal `unknown_state`, `unknown_county`, `stock_changed`
 */
export async function changeStock(ctx: PlatformContext, body: BodyOf<typeof contract.changeStock>): Promise<Reply> {
  const { attemptId, scope, step, seen } = body
  const note = body.reason?.trim() || null
  const { userId } = requireMember(ctx)
  const { chosen, words } = await choosePackages(ctx, scope)
  // Its movements carry the same time: by this, an undo knows them.
  const now = ctx.clock.now()
  const made = await inTransaction(ctx, async (tx) => {
    const changeId = newId('stc', ctx.clock)
    const claim = { changeId, attemptId, now, createdBy: userId, scope: JSON.stringify(scope), undoesId: null }
    const [claimed] = await tx.run(sql.claimAttempt, claim)
    if (!claimed) return null
    const sum = await setMany(tx, { ...chosen, ...step, seen, who: userId, reason: note, now })
    if (!sum) throw new Refusal('stock_changed')
    return record(ctx, tx, { changeId, scope, sum, change: describeStep(step), note })
  })
  // An earlier attempt made it.
  if (!made) return replyOf(requireRow(await ctx.database.run(sql.findAttempt, { attemptId }), 'stock_change_unknown'))
  if (made.changed > 0) announceStockChange(ctx, words)
  return made
}

/**
 * Takes off the units that a change added and gives back those that it took, whatever was sold since. Packages that
 * someone has set since, or that follow leads by now, stay. Repeating it changes nothing.
 * @throws Refusal `stock_change_unknown`
 */
export async function undoStockChange(ctx: PlatformContext, changeId: string): Promise<Reply> {
  const { userId } = requireMember(ctx)
  const [made, told] = await inTransaction(ctx, async (tx) => {
    const change = requireRow(await tx.run(sql.lockChange, { changeId }), 'stock_change_unknown')
    const { scope } = change
    if (!scope || change.undoes_id) throw new Refusal('stock_change_unknown')
    const [before] = await tx.run(sql.findUndo, { changeId })
    if (before) return [replyOf(before), []] as const
    const { chosen, words } = await choosePackages(ctx, scope)
    const now = ctx.clock.now()
    const undoId = newId('stc', ctx.clock)
    await tx.run(sql.claimAttempt, {
      ...{ changeId: undoId, attemptId: undoId, now, createdBy: userId },
      ...{ scope: JSON.stringify(scope), undoesId: changeId },
    })
    const of = { who: change.created_by, at: change.created_at }
    const sum = { ...(await unsetMany(tx, { ...chosen, of, who: userId, now })), packages: change.changed }
    return [await record(ctx, tx, { changeId: undoId, scope, sum, change: 'undone', note: 'Undone' }), words] as const
  })
  announceStockChange(ctx, told)
  return made
}
