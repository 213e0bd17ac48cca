import { levelOf, type PriceArea, type PriceLevel } from '#contract/admin/price-areas.ts'
import type { changePrices as endpoint, PriceChange, changePrice as singleEndpoint } from '#contract/admin/pricing.ts'
import type { PricingEntry } from '#contract/catalogue/catalogue.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { dollarTextFromCents } from '#contract/money.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import { areaCodeOf } from '#server/features/catalogue/price-areas.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { requireMember } from '#server/platform/context.ts'
import { inTransaction, isUniqueViolation, type Transaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import {
  announcePrices,
  applySteps,
  auditSteps,
  changedSince,
  compare,
  EVERYWHERE,
  lockStanding,
  type WantedPrice,
  type Where,
  whereOf,
} from './apply-prices.ts'
import { columnsOf, isInEffect, keyOf, type PriceStep, readPrice } from './price-set.ts'
import { cancelChange, findAttempt, findChange, insertChange, lockChange } from './queries.ts'
import { readChange, showChange, stepsOf } from './show-change.ts'

/** Writes a change with its rows. */
async function write(
  ctx: PlatformContext,
  tx: Transaction,
  change: {
    where: Where
    steps: readonly PriceStep[]
    startsAt?: Date | undefined
    note: string | null
    attemptId?: string | undefined
    undoes?: string | undefined
  },
): Promise<string> {
  const { where, steps, startsAt, note, attemptId, undoes } = change
  const changeId = newId('prc', ctx.clock)
  const now = ctx.clock.now()
  await tx.run(insertChange, {
    changeId,
    state: startsAt ? 'scheduled' : 'applied',
    now,
    createdBy: requireMember(ctx).userId,
    startsAt: startsAt ?? null,
    appliedAt: startsAt ? null : now,
    note,
    attemptId: attemptId ?? null,
    undoesId: undoes ?? null,
    area: where.code,
    ...columnsOf(steps),
    befores: steps.map(({ before }) => before.cents),
    beforeLevels: steps.map(({ before }) => before.level),
    afters: steps.map(({ after }) => after.cents),
    afterLevels: steps.map(({ after }) => after.level),
  })
  return changeId
}

/**
 * Sets one of the 48 national prices. Sent links and placed orders keep their price, and so do areas with their own.
 *
 * @param input.basePrice dollars, a number or numeric text
 * @param input.before the price that the administrator saw; without it, any price is replaced
 * @throws Refusal `price_invalid`, `price_changed`; nothing is changed then
 */
export async function changePrice(ctx: PlatformContext, input: BodyOf<typeof singleEndpoint>): Promise<PricingEntry> {
  const { leadType, tier, size, basePrice } = input
  const after = readPrice(basePrice)
  const before = input.before === undefined ? null : { cents: readPrice(input.before), level: null }
  const wanted = { leadType, tier, size, before, after: { cents: after, level: EVERYWHERE.level } }
  await inTransaction(ctx, async (tx) => {
    const steps = compare([wanted], await lockStanding(tx, EVERYWHERE), EVERYWHERE.level)
    await applySteps(ctx, tx, { where: EVERYWHERE, steps, note: null })
    await write(ctx, tx, { where: EVERYWHERE, steps, note: null })
  })
  announcePrices(ctx, EVERYWHERE)
  return { leadType, tier, size, basePrice: dollarTextFromCents(after) }
}

type ChangeBody = BodyOf<typeof endpoint>

/** Whether a price may have this level after a change there: the area's own, or one that it inherits. */
const isLevelAt = (area: PriceArea | null, level: PriceLevel): boolean =>
  level === levelOf(area) || (area !== null && level !== 'county')

/** @throws Refusal `price_invalid`, `price_twice`, or `bad_request` for a level that cannot be */
function readRows(rows: ChangeBody['rows'], area: PriceArea | null): WantedPrice[] {
  const wanted = rows.map((row) => ({
    leadType: row.leadType,
    tier: row.tier,
    size: row.size,
    before: { cents: readPrice(row.before, row), level: row.beforeLevel ?? null },
    after: { cents: readPrice(row.after, row), level: row.afterLevel ?? levelOf(area) },
  }))
  if (!wanted.every(({ after }) => isLevelAt(area, after.level))) throw new Refusal('bad_request')
  if (new Set(wanted.map(keyOf)).size < wanted.length) throw new Refusal('price_twice')
  return wanted
}

/**
 * Changes prices as previewed: all, or none if one has changed since. With `startsAt`, they wait until then and replace
 * the prices in effect at that moment.
 *
 * @throws Refusal `price_invalid`, `price_changed`, `price_twice`, `price_time_past`, `unknown_state`,
 * `unknown_county`; nothing is changed then
 */
export async function changePrices(ctx: PlatformContext, body: ChangeBody): Promise<PriceChange> {
  const area = body.area ?? null
  const wanted = readRows(body.rows, area)
  const where = await whereOf(ctx, area && areaCodeOf(await loadPlaces(ctx), area))
  const note = body.note?.trim() || null
  const { attemptId } = body
  const known = () => ctx.database.run(findAttempt, { attemptId })
  const [before] = await known()
  if (before) return showChange(ctx, before)
  const startsAt = body.startsAt ? new Date(body.startsAt) : undefined
  if (startsAt && startsAt <= ctx.clock.now()) throw new Refusal('price_time_past')
  try {
    const changeId = await inTransaction(ctx, async (tx) => {
      const steps = compare(wanted, await lockStanding(tx, where), where.level)
      if (startsAt) await auditSteps(ctx, tx, { action: 'price_planned', where, steps, note })
      else await applySteps(ctx, tx, { where, steps, note })
      return write(ctx, tx, { where, steps, startsAt, note, attemptId })
    })
    if (!startsAt) announcePrices(ctx, where)
    return await readChange(ctx, changeId)
  } catch (error) {
    // The same attempt was a moment faster: its change is this one, whichever of the two fails.
    const [made] = await known()
    if (made && (isUniqueViolation(error) || error instanceof Refusal)) return showChange(ctx, made)
    throw error
  }
}

/**
 * Restores the prices that a change replaced, as a new change. An area that had no price of its own has none again, so
 * it gets what applies there by now.
 *
 * @throws Refusal `price_change_unknown`, `price_change_open` (not applied), `price_changed` (a price has changed
 * since)
 */
export async function undoPriceChange(ctx: PlatformContext, changeId: string): Promise<PriceChange> {
  const [found] = await ctx.database.run(findChange, { changeId })
  if (!found) throw new Refusal('price_change_unknown')
  const where = await whereOf(ctx, found.area)
  const undone = await inTransaction(ctx, async (tx) => {
    const standing = await lockStanding(tx, where)
    const [change] = await tx.run(lockChange, { changeId })
    if (!change) throw new Refusal('price_change_unknown')
    if (change.undone_by) return change.undone_by
    if (change.state !== 'applied') throw new Refusal('price_change_open')
    const made = stepsOf(change)
    const lost = made.find((step) => !isInEffect(step, standing, where.level))
    if (lost) throw changedSince(lost, standing.get(keyOf(lost))?.price.cents ?? lost.after.cents)
    const wanted = made.map((step) => ({ ...step, before: null, after: step.before }))
    const steps = compare(wanted, standing, where.level)
    await applySteps(ctx, tx, { where, steps, note: 'Undone' })
    return write(ctx, tx, { where, steps, note: null, undoes: changeId })
  })
  announcePrices(ctx, where)
  return readChange(ctx, undone)
}

/** Cancels a planned change. @throws Refusal `price_change_unknown`, `price_change_made` */
export async function cancelPriceChange(ctx: PlatformContext, changeId: string): Promise<PriceChange> {
  await inTransaction(ctx, async (tx) => {
    const [change] = await tx.run(lockChange, { changeId })
    if (!change) throw new Refusal('price_change_unknown')
    if (change.state === 'applied') throw new Refusal('price_change_made')
    if (change.state === 'cancelled') return
    await tx.run(cancelChange, { changeId })
    const where = await whereOf(ctx, change.area)
    await auditSteps(ctx, tx, { action: 'price_plan_cancelled', where, steps: stepsOf(change), note: null })
  })
  return readChange(ctx, changeId)
}
