import { levelOf, levelWords, type NamedArea, type PriceArea, type PriceLevel } from '#contract/admin/price-areas.ts'
import type * as contract from '#contract/admin/pricing.ts'
import { type PriceKey, priceName } from '#contract/admin/pricing.ts'
import type { AuditAction } from '#contract/audit/audit.ts'
import type { PricingEntry } from '#contract/catalogue/catalogue.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { dollarTextFromCents } from '#contract/money.ts'
import type { Cents } from '#contract/values.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import { areaCodeOf, areaOfCode, countiesIn } from '#server/features/catalogue/price-areas.ts'
import type { LeveledPrice, StandingPrice, StandingPrices } from '#server/features/catalogue/standing-prices.ts'
import { readStandingPrices } from '#server/features/catalogue/standing-prices.ts'
import { announceStockChange, EVERY_COUNTY } from '#server/features/stock/stock-changes.ts'
import { type PlatformContext, requireMember } from '#server/platform/context.ts'
import { inTransaction, isUniqueViolation, type Transaction } from '#server/platform/database/database.ts'
import { invariant, Refusal, requireRow } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import {
  columnsOf,
  inTableOrder,
  isInEffect,
  keyOf,
  type PriceStep,
  readPrice,
  requirePrice,
  showStep,
  stepColumnsOf,
} from './price-set.ts'
import * as sql from './queries.ts'
import { readChange, showChange, stepsOf } from './show-change.ts'

/** Where a change applies. */
interface Where {
  /** As in `area_prices`; null: everywhere. */
  readonly code: string | null
  readonly area: NamedArea | null
  readonly level: PriceLevel
  /** The counties that must hear of it: this node after the commit, the others from the statement. */
  readonly counties: readonly string[]
}

const EVERYWHERE: Where = { code: null, area: null, level: 'national', counties: [EVERY_COUNTY] }

/** Returns where a change with this stored code applies. */
async function whereOf(ctx: PlatformContext, code: string | null): Promise<Where> {
  if (code === null) return EVERYWHERE
  const places = await loadPlaces(ctx)
  const area = areaOfCode(places, code)
  return { code, area, level: levelOf(area), counties: countiesIn(places, code) }
}

interface WantedPrice extends PriceKey {
  /**
   * What the administrator saw, of any level if it is null. Without it, any price is replaced, and an area that gives
   * up its own price gets what applies there at that moment.
   */
  readonly before: { readonly cents: Cents; readonly level: PriceLevel | null } | null
  readonly after: LeveledPrice
}

/**
 * Pairs each price with the one in effect; `level` is that of own prices.
 * @throws Refusal `price_changed` if it is no longer what the administrator saw
 */
function compare(wanted: readonly WantedPrice[], standing: StandingPrices, level: PriceLevel): PriceStep[] {
  return wanted.map(({ leadType, tier, size, before, after }) => {
    const key = { leadType, tier, size }
    const current = standing.get(keyOf(key))
    invariant(current, 'one of the 48 prices is missing')
    const isOwn = after.level === level
    if (before) requireSame(key, before, isOwn ? null : after, current)
    return { ...key, before: current.price, after: isOwn ? after : current.inherited }
  })
}

/** @param inherits what the area inherits, as the administrator saw it, if that is what it gets */
function requireSame(
  key: PriceKey,
  before: NonNullable<WantedPrice['before']>,
  inherits: LeveledPrice | null,
  { price, inherited }: StandingPrice,
): void {
  if (before.cents !== price.cents) throw changedSince(key, price.cents)
  if (before.level !== null && before.level !== price.level) {
    const details = { price: priceName(key), now: dollarTextFromCents(price.cents) }
    throw new Refusal('price_changed', { details })
  }
  if (inherits && (inherits.cents !== inherited.cents || inherits.level !== inherited.level))
    throw changedSince(key, inherited.cents, 'price_changed.inherited')
}

/** The refusal that names a price and what it costs now. */
function changedSince(
  key: PriceKey,
  cents: Cents,
  refusal: 'price_changed.named' | 'price_changed.inherited' = 'price_changed.named',
): Refusal {
  const details = { price: priceName(key), now: dollarTextFromCents(cents) }
  return new Refusal(refusal, { values: { price: details.price, now: `$${details.now}` }, details })
}

/** Returns the prices in effect, by key. All changes, of any area, lock the 48 national prices first. */
async function lockStanding(tx: Transaction, { code }: Where): Promise<StandingPrices> {
  await tx.run(sql.lockPrices)
  return readStandingPrices(tx, code)
}

/** Sets prices that were compared under the lock, and audits who did it. Sent links and placed orders keep theirs. */
async function applySteps(
  ctx: PlatformContext,
  tx: Transaction,
  change: { where: Where; steps: readonly PriceStep[]; note: string | null },
): Promise<void> {
  const { where, steps } = change
  const written = {
    ...columnsOf(steps),
    now: ctx.clock.now(),
    changedBy: ctx.actor.kind === 'member' ? ctx.actor.userId : null,
  }
  if (where.code === null) await tx.run(sql.setPrices, { ...written, cents: steps.map(({ after }) => after.cents) })
  else
    await tx.run(sql.setAreaPrices, {
      ...written,
      area: where.code,
      ownCents: steps.map(({ after }) => (after.level === where.level ? after.cents : null)),
    })
  await auditSteps(ctx, tx, { action: 'price_changed', ...change })
}

/** Writes one entry per change, however many prices it has. */
async function auditSteps(
  ctx: PlatformContext,
  tx: Transaction,
  act: { action: AuditAction; where: Where; steps: readonly PriceStep[]; note: string | null },
): Promise<void> {
  const { action, where, steps, note } = act
  const { area } = where
  const [first] = steps
  invariant(first, 'a change has prices')
  const words = ({ cents, level }: LeveledPrice) =>
    area ? `${dollarTextFromCents(cents)} (${levelWords(level, area)})` : dollarTextFromCents(cents)
  const facts = (priceOf: (step: PriceStep) => LeveledPrice) =>
    Object.fromEntries(steps.map((step) => [keyOf(step), words(priceOf(step))]))
  const prices = steps.length === 1 ? priceName(first) : `${steps.length} prices`
  await writeAudit(ctx, tx, {
    action,
    subject: area ? `${prices} in ${area.name}` : prices,
    before: facts((step) => step.before),
    after: facts((step) => step.after),
    note,
  })
}

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
    area: where.code,
    ...stepColumnsOf(steps),
  })
  return changeId
}

/**
 * Sets one of the 48 national prices. Sent links, placed orders and areas with their own keep theirs.
 * @param input.before the price that the administrator saw; without it, any price is replaced
 * @throws Refusal `price_invalid`, `price_changed`; nothing is changed then
 */
export async function changePrice(
  ctx: PlatformContext,
  input: BodyOf<typeof contract.changePrice>,
): Promise<PricingEntry> {
  const { leadType, tier, size, basePrice } = input
  const after = readPrice(basePrice)
  const before = input.before === undefined ? null : { cents: readPrice(input.before), level: null }
  const wanted = { leadType, tier, size, before, after: { cents: after, level: EVERYWHERE.level } }
  await inTransaction(ctx, async (tx) => {
    const steps = compare([wanted], await lockStanding(tx, EVERYWHERE), EVERYWHERE.level)
    await applySteps(ctx, tx, { where: EVERYWHERE, steps, note: null })
    await write(ctx, tx, { where: EVERYWHERE, steps, note: null })
  })
  announceStockChange(ctx, EVERYWHERE.counties)
  return { leadType, tier, size, basePrice: dollarTextFromCents(after) }
}

type ChangeBody = BodyOf<typeof contract.changePrices>

/** Whether a price may have this level after a change there: the area's own, or one that it inherits. */
const isLevelAt = (area: PriceArea | null, level: PriceLevel): boolean =>
  level === levelOf(area) || (area !== null && level !== 'county')

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
 * Changes prices as previewed: all, or none if one has changed since. With `startsAt`, they replace those in effect
 * then.
 * @throws Refusal see the contract; nothing is changed then
 */
export async function changePrices(ctx: PlatformContext, body: ChangeBody): Promise<contract.PriceChange> {
  const area = body.area ?? null
  const wanted = readRows(body.rows, area)
  const where = await whereOf(ctx, area && areaCodeOf(await loadPlaces(ctx), area))
  const note = body.note?.trim() || null
  const { attemptId } = body
  const known = () => ctx.database.run(sql.findAttempt, { attemptId })
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
    if (!startsAt) announceStockChange(ctx, where.counties)
    return await readChange(ctx, changeId)
  } catch (error) {
    // The same attempt was a moment faster: its change is this one, whichever of the two fails.
    const [made] = await known()
    if (made && (isUniqueViolation(error) || error instanceof Refusal)) return showChange(ctx, made)
    throw error
  }
}

/**
 * Restores the prices that a change replaced. An area that had no price of its own has none again.
 * @throws Refusal `price_change_unknown`, `price_change_open` (not applied), `price_changed` (changed since)
 */
export async function undoPriceChange(ctx: PlatformContext, changeId: string): Promise<contract.PriceChange> {
  const found = requireRow(await ctx.database.run(sql.findChange, { changeId }), 'price_change_unknown')
  const where = await whereOf(ctx, found.area)
  const undone = await inTransaction(ctx, async (tx) => {
    const standing = await lockStanding(tx, where)
    const change = requireRow(await tx.run(sql.lockChange, { changeId }), 'price_change_unknown')
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
  announceStockChange(ctx, where.counties)
  return readChange(ctx, undone)
}

/** Cancels a planned change. @throws Refusal `price_change_unknown`, `price_change_made` */
export async function cancelPriceChange(ctx: PlatformContext, changeId: string): Promise<contract.PriceChange> {
  await inTransaction(ctx, async (tx) => {
    const change = requireRow(await tx.run(sql.lockChange, { changeId }), 'price_change_unknown')
    if (change.state === 'applied') throw new Refusal('price_change_made')
    if (change.state === 'cancelled') return
    await tx.run(sql.cancelChange, { changeId })
    const where = await whereOf(ctx, change.area)
    await auditSteps(ctx, tx, { action: 'price_plan_cancelled', where, steps: stepsOf(change), note: null })
  })
  return readChange(ctx, changeId)
}

type Change = BodyOf<typeof contract.previewPrices>['change']

/** A percentage is rounded to the cent. */
function changed(before: Cents, { kind, value }: Exclude<Change, { kind: 'inherit' }>, key: PriceKey): Cents {
  if (kind === 'set') return readPrice(value, key)
  const by = kind === 'percent' ? (before * value) / 100 : value * 100
  const isWhole = kind === 'percent' || Math.abs(by - Math.round(by)) < 1e-6
  return requirePrice(isWhole ? before + Math.round(by) : null, key)
}

function stepOf({ price, inherited, ...key }: StandingPrice, change: Change, level: PriceLevel): PriceStep {
  const after = change.kind === 'inherit' ? inherited : { cents: changed(price.cents, change, key), level }
  return { ...key, before: price, after }
}

/** A price that stays the same becomes an area's own only if named: that keeps it when the national one changes. */
const changesSomething = ({ before, after }: PriceStep, { kind }: Change): boolean =>
  before.cents !== after.cents || ((kind === 'set' || kind === 'inherit') && before.level !== after.level)

/**
 * Previews a change of many prices for `changePrices`.
 * @throws Refusal `price_invalid`, `unknown_state`, `unknown_county`
 */
export async function previewPrices(ctx: PlatformContext, body: BodyOf<typeof contract.previewPrices>) {
  const area = body.area ?? null
  const { change } = body
  if (!area && change.kind === 'inherit') throw new Refusal('bad_request')
  const code = area && areaCodeOf(await loadPlaces(ctx), area)
  const isChosen = <Value>(chosen: readonly Value[], value: Value) => chosen.length === 0 || chosen.includes(value)
  const steps = [...(await readStandingPrices(ctx.database, code)).values()]
    .filter(
      (row) =>
        isChosen(body.leadTypes, row.leadType) && isChosen(body.tiers, row.tier) && isChosen(body.sizes, row.size),
    )
    .map((row) => stepOf(row, change, levelOf(area)))
    .filter((step) => changesSomething(step, change))
  const asked = { area: code ?? '', ...columnsOf(steps), now: ctx.clock.now() }
  const [reach] = await ctx.database.run(sql.countReach, asked)
  invariant(reach, 'counting answers with one row')
  return {
    rows: inTableOrder(steps).map(showStep),
    packages: reach.counties * steps.length - reach.kept_packages,
    keptPackages: reach.kept_packages,
    cartLines: reach.cart_lines,
  }
}

/** Applies due changes, each once, on whichever node sees them first. They record the prices they replace. */
export async function applyPlannedPrices(ctx: PlatformContext): Promise<void> {
  for (;;) {
    const [state] = await ctx.database.run(sql.isChangeDue, { now: ctx.clock.now() })
    if (!state?.is_due) return
    const where = await inTransaction(ctx, async (tx) => {
      const [due] = await tx.run(sql.takeDueChange, { now: ctx.clock.now() })
      if (!due) return null
      const there = await whereOf(ctx, due.area)
      const wanted = stepsOf(due).map((step) => ({ ...step, before: null }))
      const steps = compare(wanted, await lockStanding(tx, there), there.level)
      await applySteps(ctx, tx, { where: there, steps, note: due.note })
      await tx.run(sql.recordApplied, { changeId: due.change_id, now: ctx.clock.now(), ...stepColumnsOf(steps) })
      return there
    })
    // Another node has it.
    if (!where) return
    announceStockChange(ctx, where.counties)
  }
}
