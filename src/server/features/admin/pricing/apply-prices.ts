import { type PriceKey, priceName } from '#contract/admin/pricing.ts'
import type { AuditAction } from '#contract/audit/audit.ts'
import { dollarTextFromCents, toCents } from '#contract/money.ts'
import type { Cents } from '#contract/values.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { invariant } from '#server/platform/invariant.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { keyOf, type PriceStep } from './price-set.ts'
import { lockPrices, setPrices } from './queries.ts'

/** A new price and the price that it must replace; null replaces any price. */
export interface WantedPrice extends PriceKey {
  readonly before: Cents | null
  readonly after: Cents
}

/**
 * Compares with the prices in effect, without changing them.
 *
 * @returns each price with the one it replaces, in the given order
 * @throws Refusal `price_changed` if a price is no longer what the administrator saw
 */
export function compare(wanted: readonly WantedPrice[], standing: ReadonlyMap<string, Cents>): PriceStep[] {
  return wanted.map(({ leadType, tier, size, before, after }) => {
    const key = { leadType, tier, size }
    const current = standing.get(keyOf(key))
    invariant(current !== undefined, 'one of the 48 prices is missing')
    if (before !== null && before !== current) {
      const [price, now] = [priceName(key), dollarTextFromCents(current)]
      throw new Refusal('price_changed.named', { values: { price, now: `$${now}` }, details: { price, now } })
    }
    return { ...key, before: current, after }
  })
}

/** Returns the 48 prices by key, locked until the transaction ends. */
export async function lockStanding(tx: Transaction): Promise<Map<string, Cents>> {
  const rows = await tx.run(lockPrices)
  const keyed = rows.map(
    (row) => [keyOf({ leadType: row.lead_type, tier: row.tier, size: row.size }), toCents(row.price_cents)] as const,
  )
  return new Map(keyed)
}

/** Sets prices that were compared under the lock, and audits who did it. Sent links and placed orders keep theirs. */
export async function applySteps(
  ctx: PlatformContext,
  tx: Transaction,
  steps: readonly PriceStep[],
  note: string | null,
): Promise<void> {
  await tx.run(setPrices, {
    leadTypes: steps.map((step) => step.leadType),
    tiers: steps.map((step) => step.tier),
    sizes: steps.map((step) => step.size),
    cents: steps.map((step) => step.after),
    now: ctx.clock.now(),
    changedBy: ctx.actor.kind === 'member' ? ctx.actor.userId : null,
  })
  await auditSteps(ctx, tx, { action: 'price_changed', steps, note })
}

/** Writes one entry per change, however many prices it has. */
export async function auditSteps(
  ctx: PlatformContext,
  tx: Transaction,
  act: { action: AuditAction; steps: readonly PriceStep[]; note: string | null },
): Promise<void> {
  const { action, steps, note } = act
  const [first] = steps
  invariant(first, 'a change has prices')
  const facts = (priceOf: (step: PriceStep) => Cents) =>
    Object.fromEntries(steps.map((step) => [keyOf(step), dollarTextFromCents(priceOf(step))]))
  await writeAudit(ctx, tx, {
    action,
    subject: steps.length === 1 ? priceName(first) : `${steps.length} prices`,
    before: facts((step) => step.before),
    after: facts((step) => step.after),
    note,
  })
}
