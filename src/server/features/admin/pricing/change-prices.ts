import { levelWords, PREVIEW_ROWS, placesWords } from '#contract/admin/price-areas.ts'
import type * as contract from '#contract/admin/pricing.ts'
import { priceName } from '#contract/admin/pricing.ts'
import type { AuditAction } from '#contract/audit/audit.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { dollarTextFromCents } from '#contract/money.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import * as priceAreas from '#server/features/catalogue/price-areas.ts'
import { type LeveledPrice, readStandingPricesOf } from '#server/features/catalogue/standing-prices.ts'
import { announceStockChange } from '#server/features/stock/stock-changes.ts'
import { type PlatformContext, requireMember } from '#server/platform/context.ts'
import { inTransaction, isUniqueViolation, type Transaction } from '#server/platform/database/database.ts'
import { invariant, Refusal, requireRow } from '#server/platform/errors.ts'
import { fingerprint, newId } from '#server/platform/ids.ts'
import * as priceSet from './price-set.ts'
import * as sql from './queries.ts'
import { readChange, showChange, stepsOf } from './show-change.ts'

type Codes = readonly (string | null)[]

const codesOf = (steps: readonly priceSet.PriceStep[]): Codes => [...new Set(steps.map(({ area }) => area))]

/** Returns the prices in effect, by area. All changes, of any area, lock the 48 national prices first. */
async function lockStanding(tx: Transaction, codes: Codes): Promise<priceSet.StandingIn> {
  await tx.run(sql.lockPrices)
  return readStandingPricesOf(tx, codes)
}

/** The steps as they are now: an area that gives up its own price gets what applies there at that moment. */
const asOfNow = (steps: readonly priceSet.PriceStep[], standingIn: priceSet.StandingIn): priceSet.PriceStep[] =>
  steps.map((step) => {
    const { price, inherited } = priceSet.standingOf(standingIn, step.area, step)
    const isOwn = step.after.level === priceAreas.levelOfCode(step.area)
    return { ...step, before: price, after: isOwn ? step.after : inherited }
  })

/** Sets prices that were compared under the lock, and audits who did it. Sent links and placed orders keep theirs. */
async function applySteps(
  ctx: PlatformContext,
  tx: Transaction,
  steps: readonly priceSet.PriceStep[],
  note: string | null,
) {
  const written = {
    ...priceSet.stepColumnsOf(steps),
    ownCents: steps.map(({ area, after }) => (after.level === priceAreas.levelOfCode(area) ? after.cents : null)),
    now: ctx.clock.now(),
    changedBy: ctx.actor.kind === 'member' ? ctx.actor.userId : null,
  }
  await tx.run(sql.setPrices, written)
  await auditSteps(ctx, tx, 'price_changed', steps, note)
}

/** Writes one entry per change: its prices, or of several areas only their sum, because they may be thousands. */
async function auditSteps(
  ctx: PlatformContext,
  tx: Transaction,
  action: AuditAction,
  steps: readonly priceSet.PriceStep[],
  note: string | null,
): Promise<void> {
  const [first] = steps
  invariant(first, 'a change has prices')
  const places = await loadPlaces(ctx)
  const codes = codesOf(steps)
  const names = codes.flatMap((code) => (code === null ? [] : [priceAreas.areaOfCode(places, code).name]))
  const words = ({ cents, level }: LeveledPrice) =>
    names[0] ? `${dollarTextFromCents(cents)} (${levelWords(level, names[0])})` : dollarTextFromCents(cents)
  const facts = (priceOf: (step: priceSet.PriceStep) => LeveledPrice) =>
    codes.length > 1
      ? { prices: steps.length, total: (steps.reduce((sum, step) => sum + priceOf(step).cents, 0) / 100).toFixed(2) }
      : Object.fromEntries(steps.map((step) => [priceSet.keyOf(step), words(priceOf(step))]))
  const prices = steps.length === 1 ? priceName(first) : `${steps.length} prices`
  await writeAudit(ctx, tx, {
    action,
    subject: names.length > 0 ? `${prices} in ${placesWords(names)}` : prices,
    before: facts((step) => step.before),
    after: facts((step) => step.after),
    note,
  })
}

type NewChange = { startsAt?: Date | undefined; note?: string | null; attemptId?: string; undoes?: string }

/** Makes or plans a change whose steps were compared under the lock, and records it. */
async function make(ctx: PlatformContext, tx: Transaction, steps: readonly priceSet.PriceStep[], change: NewChange) {
  const { startsAt, note = null, attemptId, undoes } = change
  if (startsAt) await auditSteps(ctx, tx, 'price_planned', steps, note)
  else await applySteps(ctx, tx, steps, undoes ? 'Undone' : note)
  const changeId = newId('prc', ctx.clock)
  const now = ctx.clock.now()
  const codes = codesOf(steps)
  await tx.run(sql.insertChange, {
    changeId,
    state: startsAt ? 'scheduled' : 'applied',
    now,
    createdBy: requireMember(ctx).userId,
    startsAt: startsAt ?? null,
    appliedAt: startsAt ? null : now,
    note,
    attemptId: attemptId ?? null,
    undoesId: undoes ?? null,
    area: codes.length > 1 ? sql.SEVERAL_AREAS : (codes[0] ?? null),
    ...priceSet.stepColumnsOf(steps),
  })
  return changeId
}

/**
 * Sets one of the 48 prices, everywhere or of an area, or removes an area's own. Sent links, placed orders and areas
 * with their own keep theirs. Setting what is set already is no change.
 * @param input.before the price that the administrator saw; without it, any price is replaced
 * @throws Refusal `price_invalid`, `price_changed`, `unknown_state`, `unknown_county`; nothing is changed then
 */
export async function changePrice(ctx: PlatformContext, input: BodyOf<typeof contract.changePrice>) {
  const { leadType, tier, size, basePrice, before, area: place } = input
  const key = { leadType, tier, size }
  const places = await loadPlaces(ctx)
  const area = place ? priceAreas.areaCodeOf(places, place) : null
  if (area === null && basePrice === null) throw new Refusal('bad_request')
  const own = basePrice === null ? null : { cents: priceSet.readPrice(basePrice), level: priceAreas.levelOfCode(area) }
  const seen = before === undefined ? undefined : priceSet.readPrice(before)
  const [made, after] = await inTransaction(ctx, async (tx) => {
    const { price, inherited } = priceSet.standingOf(await lockStanding(tx, [area]), area, key)
    const next = own ?? inherited
    if (price.cents === next.cents && price.level === next.level) return [undefined, next.cents] as const
    if (seen !== undefined && price.cents !== seen) throw changedSince(key, price)
    return [await make(ctx, tx, [{ ...key, area, before: price, after: next }], {}), next.cents] as const
  })
  if (made) announceStockChange(ctx, priceAreas.wordsFor(places, [area]))
  return { ...key, basePrice: dollarTextFromCents(after), ...(made && { changeId: made }) }
}

/** The refusal that names a price and what it costs now. */
function changedSince(key: contract.PriceKey, { cents }: LeveledPrice): Refusal {
  const details = { price: priceName(key), now: dollarTextFromCents(cents) }
  return new Refusal('price_changed.named', { values: { price: details.price, now: `$${details.now}` }, details })
}

/** Reads where a change of many prices applies. @throws Refusal `unknown_state`, `unknown_county`, `bad_request` */
async function readCodes(ctx: PlatformContext, { scope, step }: Pick<ChangeBody, 'scope' | 'step'>): Promise<Codes> {
  // Everywhere, there are no own prices to remove.
  if (scope.areas === null && step.kind === 'inherit') throw new Refusal('bad_request')
  return priceAreas.areaCodesOf(await loadPlaces(ctx), scope.areas)
}

const seenOf = (steps: readonly priceSet.PriceStep[]): string => fingerprint(JSON.stringify(steps))

/**
 * Previews a change of many prices; `changePrices` needs its `seen` back.
 * @throws Refusal `price_invalid`, `unknown_state`, `unknown_county`
 */
export async function previewPrices(ctx: PlatformContext, body: BodyOf<typeof contract.previewPrices>) {
  const codes = await readCodes(ctx, body)
  const places = await loadPlaces(ctx)
  const { scope, step, from = 0 } = body
  const { steps, same } = priceSet.stepsOfScope(scope, step, codes, await readStandingPricesOf(ctx.database, codes))
  const [reach] = await ctx.database.run(sql.countReach, { ...priceSet.stepColumnsOf(steps), now: ctx.clock.now() })
  invariant(reach, 'counting answers with one row')
  const counties = new Map(codes.map((code) => [code, priceAreas.countiesIn(places, code).length]))
  const packages = steps.reduce((sum, { area }) => sum + (counties.get(area) ?? 0), 0)
  return {
    rows: steps.slice(from, from + PREVIEW_ROWS).map((one) => priceSet.showStep(one, places)),
    changed: steps.length,
    same,
    packages: packages - reach.kept_packages,
    keptPackages: reach.kept_packages,
    cartLines: reach.cart_lines,
    seen: seenOf(steps),
  }
}

type ChangeBody = BodyOf<typeof contract.changePrices>

/**
 * Changes prices as previewed: all, or none if one has changed since. With `startsAt`, they replace those in effect
 * then. Repeating an attempt makes one change.
 * @throws Refusal see the contract; nothing is changed then
 */
export async function changePrices(ctx: PlatformContext, body: ChangeBody): Promise<contract.PriceChange> {
  const codes = await readCodes(ctx, body)
  const { attemptId, scope, step, seen } = body
  const known = () => ctx.database.run(sql.findAttempt, { attemptId })
  const [before] = await known()
  if (before) return showChange(ctx, before)
  const startsAt = body.startsAt ? new Date(body.startsAt) : undefined
  if (startsAt && startsAt <= ctx.clock.now()) throw new Refusal('price_time_past')
  try {
    const changeId = await inTransaction(ctx, async (tx) => {
      const { steps } = priceSet.stepsOfScope(scope, step, codes, await lockStanding(tx, codes))
      if (steps.length === 0 || seenOf(steps) !== seen) throw new Refusal('price_changed')
      return make(ctx, tx, steps, { startsAt, note: body.note?.trim() || null, attemptId })
    })
    if (!startsAt) announceStockChange(ctx, priceAreas.wordsFor(await loadPlaces(ctx), codes))
    return await readChange(ctx, changeId)
  } catch (error) {
    // The same attempt was a moment faster: its change is this one, whichever of the two fails.
    const [made] = await known()
    if (made && (isUniqueViolation(error) || error instanceof Refusal)) return showChange(ctx, made)
    throw error
  }
}

/** Takes a change and all its steps, until the transaction ends. @throws Refusal `price_change_unknown` */
async function lockChange(tx: Transaction, changeId: string) {
  const change = requireRow(await tx.run(sql.lockChange, { changeId }), 'price_change_unknown')
  return { change, steps: stepsOf(change) }
}

/**
 * Restores the prices that a change replaced. An area that had no price of its own has none again.
 * @throws Refusal `price_change_unknown`, `price_change_open` (not applied), `price_changed` (changed since)
 */
export async function undoPriceChange(ctx: PlatformContext, changeId: string): Promise<contract.PriceChange> {
  const [undone, codes] = await inTransaction(ctx, async (tx) => {
    await tx.run(sql.lockPrices)
    const { change, steps } = await lockChange(tx, changeId)
    const codes = codesOf(steps)
    if (change.undone_by) return [change.undone_by, codes] as const
    if (change.state !== 'applied') throw new Refusal('price_change_open')
    if (!change.is_standing) throw new Refusal('price_changed')
    const back = steps.map((step) => ({ ...step, after: step.before }))
    const now = asOfNow(back, await readStandingPricesOf(tx, codes))
    return [await make(ctx, tx, now, { undoes: changeId }), codes] as const
  })
  announceStockChange(ctx, priceAreas.wordsFor(await loadPlaces(ctx), codes))
  return readChange(ctx, undone)
}

/** Cancels a planned change. @throws Refusal `price_change_unknown`, `price_change_made` */
export async function cancelPriceChange(ctx: PlatformContext, changeId: string): Promise<contract.PriceChange> {
  await inTransaction(ctx, async (tx) => {
    const { change, steps } = await lockChange(tx, changeId)
    if (change.state === 'applied') throw new Refusal('price_change_made')
    if (change.state === 'cancelled') return
    await tx.run(sql.cancelChange, { changeId })
    await auditSteps(ctx, tx, 'price_plan_cancelled', steps, null)
  })
  return readChange(ctx, changeId)
}

/** Applies due changes, each once, on whichever node sees them first. They record the prices they replace. */
export async function applyPlannedPrices(ctx: PlatformContext): Promise<void> {
  for (;;) {
    const [state] = await ctx.database.run(sql.isChangeDue, { now: ctx.clock.now() })
    if (!state?.is_due) return
    const codes = await inTransaction(ctx, async (tx) => {
      const [due] = await tx.run(sql.takeDueChange, { now: ctx.clock.now() })
      if (!due) return null
      const planned = stepsOf(due)
      const steps = asOfNow(planned, await lockStanding(tx, codesOf(planned)))
      await applySteps(ctx, tx, steps, due.note)
      await tx.run(sql.recordApplied, {
        changeId: due.change_id,
        now: ctx.clock.now(),
        ...priceSet.stepColumnsOf(steps),
      })
      return codesOf(steps)
    })
    // Another node has it.
    if (!codes) return
    announceStockChange(ctx, priceAreas.wordsFor(await loadPlaces(ctx), codes))
  }
}
