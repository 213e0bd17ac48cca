import type { changePrices as endpoint, PriceChange, changePrice as singleEndpoint } from '#contract/admin/pricing.ts'
import type { PricingEntry } from '#contract/catalogue/catalogue.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { dollarTextFromCents } from '#contract/money.ts'
import { announceStockChange, EVERY_COUNTY } from '#server/features/stock/stock-changes.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, isUniqueViolation, type Transaction } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { requireMember } from '#server/platform/member.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { applySteps, auditSteps, compare, lockStanding, type WantedPrice } from './apply-prices.ts'
import { keyOf, type PriceStep, readPrice } from './price-set.ts'
import { cancelChange, findAttempt, insertChange, lockChange } from './queries.ts'
import { readChange, showChange, stepsOf } from './show-change.ts'

/** Writes a change with its rows. */
async function write(
  ctx: PlatformContext,
  tx: Transaction,
  change: {
    steps: readonly PriceStep[]
    startsAt?: Date | undefined
    note: string | null
    attemptId?: string | undefined
    undoes?: string | undefined
  },
): Promise<string> {
  const { steps, startsAt, note, attemptId, undoes } = change
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
    leadTypes: steps.map((step) => step.leadType),
    tiers: steps.map((step) => step.tier),
    sizes: steps.map((step) => step.size),
    befores: steps.map((step) => step.before),
    afters: steps.map((step) => step.after),
  })
  return changeId
}

/**
 * Sets one of the 48 prices, for all counties at once. Sent links and placed orders keep their price.
 *
 * @param input.basePrice dollars, a number or numeric text
 * @param input.before the price that the administrator saw; without it, any price is replaced
 * @throws Refusal `price_invalid`, `price_changed`; nothing is changed then
 */
export async function changePrice(ctx: PlatformContext, input: BodyOf<typeof singleEndpoint>): Promise<PricingEntry> {
  const { leadType, tier, size, basePrice } = input
  const after = readPrice(basePrice)
  const before = input.before === undefined ? null : readPrice(input.before)
  await inTransaction(ctx, async (tx) => {
    const steps = compare([{ leadType, tier, size, before, after }], await lockStanding(tx))
    await applySteps(ctx, tx, steps, null)
    await write(ctx, tx, { steps, note: null })
  })
  announceStockChange(ctx, [EVERY_COUNTY])
  return { leadType, tier, size, basePrice: dollarTextFromCents(after) }
}

/**
 * Changes prices as previewed: all, or none if one has changed since. With `startsAt`, they wait until then and replace
 * the prices in effect at that moment.
 *
 * @throws Refusal `price_invalid`, `price_changed`, `price_twice`, `price_time_past`; nothing is changed then
 */
export async function changePrices(ctx: PlatformContext, body: BodyOf<typeof endpoint>): Promise<PriceChange> {
  const wanted: WantedPrice[] = body.rows.map((row) => ({
    leadType: row.leadType,
    tier: row.tier,
    size: row.size,
    before: readPrice(row.before, row),
    after: readPrice(row.after, row),
  }))
  if (new Set(wanted.map(keyOf)).size < wanted.length) throw new Refusal('price_twice')
  const note = body.note?.trim() || null
  const { attemptId } = body
  const known = () => ctx.database.run(findAttempt, { attemptId })
  const [before] = await known()
  if (before) return showChange(ctx, before)
  const startsAt = body.startsAt ? new Date(body.startsAt) : undefined
  if (startsAt && startsAt <= ctx.clock.now()) throw new Refusal('price_time_past')
  try {
    const changeId = await inTransaction(ctx, async (tx) => {
      const steps = compare(wanted, await lockStanding(tx))
      if (startsAt) await auditSteps(ctx, tx, { action: 'price_planned', steps, note })
      else await applySteps(ctx, tx, steps, note)
      return write(ctx, tx, { steps, startsAt, note, attemptId })
    })
    if (!startsAt) announceStockChange(ctx, [EVERY_COUNTY])
    return await readChange(ctx, changeId)
  } catch (error) {
    // The same attempt was a moment faster: its change is this one, whichever of the two fails.
    const [made] = await known()
    if (made && (isUniqueViolation(error) || error instanceof Refusal)) return showChange(ctx, made)
    throw error
  }
}

/**
 * Restores the prices that a change replaced, as a new change.
 *
 * @throws Refusal `price_change_unknown`, `price_change_open` (not applied), `price_changed` (a price has changed
 * since)
 */
export async function undoPriceChange(ctx: PlatformContext, changeId: string): Promise<PriceChange> {
  const undone = await inTransaction(ctx, async (tx) => {
    const standing = await lockStanding(tx)
    const [change] = await tx.run(lockChange, { changeId })
    if (!change) throw new Refusal('price_change_unknown')
    if (change.undone_by) return change.undone_by
    if (change.state !== 'applied') throw new Refusal('price_change_open')
    const steps = compare(
      stepsOf(change).map((step) => ({ ...step, before: step.after, after: step.before })),
      standing,
    )
    await applySteps(ctx, tx, steps, 'Undone')
    return write(ctx, tx, { steps, note: null, undoes: changeId })
  })
  announceStockChange(ctx, [EVERY_COUNTY])
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
    await auditSteps(ctx, tx, { action: 'price_plan_cancelled', steps: stepsOf(change), note: null })
  })
  return readChange(ctx, changeId)
}
