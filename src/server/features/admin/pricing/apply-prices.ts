import { levelOf, levelWords, type NamedArea, type PriceLevel } from '#contract/admin/price-areas.ts'
import { type PriceKey, priceName } from '#contract/admin/pricing.ts'
import type { AuditAction } from '#contract/audit/audit.ts'
import { dollarTextFromCents } from '#contract/money.ts'
import type { Cents } from '#contract/values.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import { areaOfCode, countiesIn } from '#server/features/catalogue/price-areas.ts'
import {
  type LeveledPrice,
  readStandingPrices,
  type StandingPrice,
  type StandingPrices,
} from '#server/features/catalogue/standing-prices.ts'
import { announceStockChange, EVERY_COUNTY } from '#server/features/stock/stock-changes.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import { columnsOf, keyOf, type PriceStep } from './price-set.ts'
import { isChangeDue, lockPrices, recordApplied, setAreaPrices, setPrices, takeDueChange } from './queries.ts'
import { stepsOf } from './show-change.ts'

/** Where a change applies. */
export interface Where {
  /** As in `area_prices`; null: everywhere. */
  readonly code: string | null
  readonly area: NamedArea | null
  /** Of its own prices. */
  readonly level: PriceLevel
  /** The counties that must hear of it. */
  readonly counties: readonly string[]
}

export const EVERYWHERE: Where = { code: null, area: null, level: 'national', counties: [EVERY_COUNTY] }

/** Returns where a change with this stored code applies. */
export async function whereOf(ctx: PlatformContext, code: string | null): Promise<Where> {
  if (code === null) return EVERYWHERE
  const places = await loadPlaces(ctx)
  const area = areaOfCode(places, code)
  return { code, area, level: levelOf(area), counties: countiesIn(places, code) }
}

/** A new price and the price that it must replace. */
export interface WantedPrice extends PriceKey {
  /**
   * What the administrator saw, of any level if it is null. Without it, any price is replaced, and an area that gives
   * up its own price gets what applies there at that moment.
   */
  readonly before: { readonly cents: Cents; readonly level: PriceLevel | null } | null
  readonly after: LeveledPrice
}

/**
 * Compares with the prices in effect, without changing them.
 *
 * @param level of the own prices that would be set or removed
 * @returns each price with the one it replaces, in the given order
 * @throws Refusal `price_changed` if a price is no longer what the administrator saw
 */
export function compare(wanted: readonly WantedPrice[], standing: StandingPrices, level: PriceLevel): PriceStep[] {
  return wanted.map(({ leadType, tier, size, before, after }) => {
    const key = { leadType, tier, size }
    const current = standing.get(keyOf(key))
    invariant(current, 'one of the 48 prices is missing')
    const isOwn = after.level === level
    if (before) requireSame(key, { before, after: isOwn ? null : after }, current)
    return { ...key, before: current.price, after: isOwn ? after : current.inherited }
  })
}

/** @param seen `after`: what the area inherits, if that is what it gets */
function requireSame(
  key: PriceKey,
  seen: { before: NonNullable<WantedPrice['before']>; after: LeveledPrice | null },
  { price, inherited }: StandingPrice,
): void {
  const { before, after } = seen
  if (before.cents !== price.cents) throw changedSince(key, price.cents)
  if (before.level !== null && before.level !== price.level)
    throw new Refusal('price_changed', detailsOf(key, price.cents))
  if (after && (after.cents !== inherited.cents || after.level !== inherited.level)) {
    const details = detailsOf(key, inherited.cents)
    const { price: name, now } = details.details
    throw new Refusal('price_changed.inherited', { values: { price: name, now: `$${now}` }, ...details })
  }
}

const detailsOf = (key: PriceKey, now: Cents) => ({ details: { price: priceName(key), now: dollarTextFromCents(now) } })

/** The refusal that names a price and what it costs now. */
export function changedSince(key: PriceKey, cents: Cents): Refusal {
  const { details } = detailsOf(key, cents)
  return new Refusal('price_changed.named', { values: { price: details.price, now: `$${details.now}` }, details })
}

/**
 * Returns the prices in effect, by key. Until the transaction ends, no one else changes prices, of whatever area: all
 * changes lock the 48 national prices first.
 */
export async function lockStanding(tx: Transaction, { code }: Where): Promise<StandingPrices> {
  await tx.run(lockPrices)
  return readStandingPrices(tx, code)
}

/** Sets prices that were compared under the lock, and audits who did it. Sent links and placed orders keep theirs. */
export async function applySteps(
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
  if (where.code === null) await tx.run(setPrices, { ...written, cents: steps.map(({ after }) => after.cents) })
  else
    await tx.run(setAreaPrices, {
      ...written,
      area: where.code,
      ownCents: steps.map(({ after }) => (after.level === where.level ? after.cents : null)),
    })
  await auditSteps(ctx, tx, { action: 'price_changed', ...change })
}

/** Tells this node about a change that was committed; the others hear it from the statement. */
export const announcePrices = (ctx: PlatformContext, { counties }: Where): void => announceStockChange(ctx, counties)

/** Writes one entry per change, however many prices it has. */
export async function auditSteps(
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

/** How often each node looks: a planned price is at most this late. */
export const PLANNED_EVERY_MS = 1000

/**
 * Applies planned changes that are due, each once, on whichever node sees them first. They replace the prices in effect
 * at that moment and record them.
 */
export async function applyPlannedPrices(ctx: PlatformContext): Promise<void> {
  for (;;) {
    const [state] = await ctx.database.run(isChangeDue, { now: ctx.clock.now() })
    if (!state?.is_due) return
    const where = await inTransaction(ctx, async (tx) => {
      const [due] = await tx.run(takeDueChange, { now: ctx.clock.now() })
      if (!due) return null
      const there = await whereOf(ctx, due.area)
      const wanted = stepsOf(due).map((step) => ({ ...step, before: null }))
      const steps = compare(wanted, await lockStanding(tx, there), there.level)
      await applySteps(ctx, tx, { where: there, steps, note: due.note })
      await tx.run(recordApplied, {
        changeId: due.change_id,
        now: ctx.clock.now(),
        ...columnsOf(steps),
        befores: steps.map(({ before }) => before.cents),
        beforeLevels: steps.map(({ before }) => before.level),
        afters: steps.map(({ after }) => after.cents),
        afterLevels: steps.map(({ after }) => after.level),
      })
      return there
    })
    // Another node has it.
    if (!where) return
    announcePrices(ctx, where)
  }
}
