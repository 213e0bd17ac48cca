import { PackageId } from '#contract/catalogue/catalogue.ts'
import type { HoldId } from '#contract/values.ts'
import type { Context, WebContext } from '#server/gateways/context.ts'
import type { OwnerId, PlatformContext } from '#server/platform/context.ts'
import { statement } from '#server/platform/database/statement.ts'
import { Refusal } from '#server/platform/errors.ts'

export const measureLiveHolds = statement('stock.measure_live_holds')`
  select count(*)::int as live,
    greatest(coalesce(extract(epoch from $now::timestamptz - min(expires_at)), 0), 0)::float8 as overdue_seconds
  from holds where state = 'live' and ended_at is null`

/** Packages whose count differs from what moved, was held and was sold. The same as in the runbook. Reads all movements. */
export const findStockFaults = statement('stock.find_stock_faults')`
  with moved as (
    select package_id, sum(delta) as moved, coalesce(sum(delta) filter (where reason in ('set', 'refund')), 0) as placed
    from stock_movements group by package_id
  ), taken as (
    select package_id, count(*) as taken from holds where took_unit and state in ('live', 'sold') group by package_id
  )
  select package_id as subject
  from packages left join moved using (package_id) left join taken using (package_id)
  where available <> coalesce(moved, 0) or coalesce(placed, 0) <> available + coalesce(taken, 0)`

/** @throws Refusal `unknown_package` */
export function requirePackageId(text: string): PackageId {
  const packageId = PackageId.safeParse(text)
  if (!packageId.success) throw new Refusal('unknown_package')
  return packageId.data
}

/** Counts live holds, and returns how long the oldest of them is past its end; a second or two is normal. */
export async function countHolds(ctx: PlatformContext): Promise<Record<string, number>> {
  const [row] = await ctx.database.run(measureLiveHolds, { now: ctx.clock.now() })
  return { live: row?.live ?? 0, overdue_seconds: row?.overdue_seconds ?? 0 }
}

/** Counts packages whose stock does not add up: more sold or held than was placed, or less. */
export async function checkStock(ctx: PlatformContext): Promise<Record<string, number>> {
  return { packages: (await ctx.database.run(findStockFaults)).length }
}

export type Hold = { holdId: HoldId; packageId: PackageId; expiresAt: Date }

/** Leads on top of a package's size, and the offers that promise them; kept with the hold. */
export type HoldBonus = { leads: number; offers: readonly { offerId: string; name: string; leads: number }[] }

/** Says what is promised with a package that is held now. Stock knows no offers; `app.ts` passes this in. */
export type FindBonus = (ctx: PlatformContext, packageId: PackageId) => Promise<HoldBonus>

/** Whose browser this is, if it proves it: a fingerprint. Stock knows no desks; `app.ts` passes this in. */
export type FindBuyer = (ctx: WebContext) => Promise<string | null>

/** Ends what could still pay for a package. A thrown `Refusal` keeps the hold. `app.ts` passes this in. */
export type BeforeRelease = (ctx: Context, hold: { ownerId: OwnerId; packageId: string }) => Promise<void>

export interface HoldToPlace extends Hold {
  bonus: HoldBonus
  ownerId: OwnerId
  addressKey: string | null
  placedAt: Date
}
