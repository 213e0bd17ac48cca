import * as contract from '#contract/admin/stock-screen.ts'
import * as catalogue from '#contract/catalogue/catalogue.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { HoldId } from '#contract/values.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import { readMemberNames } from '#server/features/members/accounts.ts'
import { requirePackageId } from '#server/features/stock/hold.ts'
import { releaseFromCart } from '#server/features/stock/release-hold.ts'
import { announceStockChange } from '#server/features/stock/stock-changes.ts'
import type { Context, WebContext } from '#server/gateways/context.ts'
import { type PlatformContext, requireMember } from '#server/platform/context.ts'
import { readPage } from '#server/platform/database/cursor.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { shownOf } from '#server/platform/database/statement.ts'
import { Refusal, requireRow } from '#server/platform/errors.ts'
import type { Page } from '#server/platform/http/endpoint.ts'
import * as sql from './queries.ts'
import { type MemberNames, tellMember, tellOwner } from './tell-low-stock.ts'

/**
 * Says what became of a package's units. The number sold follows from the rest: `placed = available + held + sold`
 * (docs/decisions/0005-hidden-counter-under-unlimited.md).
 * @throws Refusal `unknown_package`
 */
export async function readPackageStock(ctx: PlatformContext, packageId: string) {
  const id = requirePackageId(packageId)
  const row = requireRow(await ctx.database.run(sql.readPackageStock, { packageId: id }), 'unknown_package')
  const { state, name } = (await loadPlaces(ctx)).countyByFips(catalogue.packageKeyOf(id).fips)
  return {
    packageId: id,
    state,
    county: name,
    ...shownOf(row, 'shown', 'is_unlimited', 'placed', 'refunded', 'available', 'held', 'live_holds'),
    sold: row.placed - row.available - row.held,
  }
}

/** Later than any movement. */
const NEWEST = '9223372036854775807'
/** Movements caused by a hold have its id; all others were caused by a person. */
const isHold = (cause: string): boolean => cause.startsWith('hld_')

function kindOf({ reason, cause, hold_state }: sql.MovementRow): contract.MovementKind {
  if (reason === 'hold') return hold_state === 'sold' ? 'sold' : 'held'
  if (reason === 'release') return isHold(cause) ? 'released' : 'taken_out'
  if (reason === 'expire') return 'expired'
  return reason === 'refund' ? 'refunded' : 'set'
}

const byOf = (row: sql.MovementRow, names: MemberNames): contract.StockParty =>
  isHold(row.cause) ? tellOwner(row, names) : tellMember(row.cause, names)

/** A movement with the count before and after it. */
type CountedMovement = { row: sql.MovementRow; before: number; after: number }

/**
 * Lists movements, newest first. The count after each is computed backward from the current one, so a page costs only
 * its own rows. The cursor carries the count on.
 * @throws Refusal `unknown_package`, `bad_request`
 */
export async function listStockMovements(
  ctx: PlatformContext,
  packageId: string,
  { cursor, limit = contract.MOVEMENTS_PAGE_DEFAULT }: QueryOf<typeof contract.listStockMovements>,
): Promise<Page<contract.StockMovement>> {
  const id = requirePackageId(packageId)
  const { rows, next } = await readPage({
    page: { cursor, limit },
    name: 'stock-movements',
    start: [NEWEST, ''],
    isValid: (keys) => keys.every((key) => /^-?\d{1,18}$/.test(key)),
    keysOf: ({ row, before }: CountedMovement) => [row.movement_id, String(before)],
    async readAfter([movementId = NEWEST, left = ''], most) {
      const found = await ctx.database.run(sql.listMovements, { packageId: id, movementId, limit: most })
      let before = left === '' ? (found[0]?.available ?? 0) : Number(left)
      return found.map((row) => {
        const after = before
        before -= row.delta
        return { row, before, after }
      })
    },
  })
  const names = await readMemberNames(ctx)
  const shown = rows.map(({ row, before, after }) => ({
    id: row.movement_id,
    at: row.moved_at.toISOString(),
    kind: kindOf(row),
    by: byOf(row, names),
    // An edit has the count that it showed; other movements change a counted number.
    before: row.shown_before ?? Math.min(before, catalogue.COUNTED_MAX),
    after: row.shown_after ?? Math.min(after, catalogue.COUNTED_MAX),
    note: row.note,
  }))
  return { rows: shown, next }
}

/** Lists a package's holds with their owners, oldest first. @throws Refusal `unknown_package`, `bad_request` */
export async function listPackageHolds(
  ctx: PlatformContext,
  packageId: string,
  { cursor, limit = contract.PACKAGE_HOLDS_PAGE_DEFAULT }: QueryOf<typeof contract.listPackageHolds>,
): Promise<Page<contract.PackageHold>> {
  const id = requirePackageId(packageId)
  const { rows, next } = await readPage({
    page: { cursor, limit },
    name: 'package-holds',
    start: ['-infinity', ''],
    keysOf: (row: sql.HoldRow) => [row.placed_at.toISOString(), row.hold_id],
    readAfter: ([afterPlacedAt = '', afterHoldId = ''], most) =>
      ctx.database.run(sql.listHolds, { packageId: id, afterPlacedAt, afterHoldId, limit: most }),
  })
  const names = await readMemberNames(ctx)
  return {
    rows: rows.map((row) => {
      const by = tellOwner(row, names)
      return {
        holdId: row.hold_id as HoldId,
        by,
        since: row.placed_at.toISOString(),
        until: row.expires_at.toISOString(),
        tookUnit: row.took_unit,
        isReleasable: by.kind === 'cart' || by.kind === 'rep',
      }
    }),
    next,
  }
}

/** Ends the payment that a card could still make for a hold; `app.ts` passes it in. */
export type EndPayment = (ctx: Context, hold: { holdId: HoldId }) => Promise<'cancelled' | 'paid' | 'being_paid'>

/**
 * Removes a hold from someone's cart, because it keeps a unit from others. Its owner sees that the line is gone.
 * Repeating it changes nothing.
 * @returns how it ended: it may have been sold or have expired a moment before
 * @throws Refusal `hold_unknown`, `hold_of_order` (a payment is in progress), `hold_of_link` (cancel the link instead),
 * `provider_unavailable`
 */
export async function releaseStuckHold(
  ctx: WebContext,
  { holdId, reason, endPayment }: { holdId: HoldId; reason: string; endPayment: EndPayment },
) {
  const { userId } = requireMember(ctx)
  const places = await loadPlaces(ctx)
  if ((await endPayment(ctx, { holdId })) === 'being_paid') throw new Refusal('hold_of_order')
  const ended = await inTransaction(ctx, async (tx) => {
    const hold = await releaseFromCart(ctx, tx, { holdId, who: userId, reason })
    if (hold.verdict === 'unknown') throw new Refusal('hold_unknown')
    if (hold.verdict === 'promised') throw new Refusal(hold.ownerKind === 'request' ? 'hold_of_link' : 'hold_of_order')
    if (hold.verdict === 'released') {
      const { fips, leadType, tier, size } = catalogue.packageKeyOf(hold.packageId as catalogue.PackageId)
      const county = places.countyByFips(fips)
      await writeAudit(ctx, tx, {
        action: 'hold_released',
        subject: `${catalogue.packageName({ tier, size })}, ${catalogue.LEAD_TYPE_NAMES[leadType]}, ${county.name}, ${county.state}`,
        before: { hold: holdId, state: 'live' },
        after: { hold: holdId, state: 'released' },
        note: reason,
      })
    }
    return hold
  })
  if (ended.verdict === 'released') announceStockChange(ctx, [catalogue.fipsOf(ended.packageId)])
  const state = ended.verdict === 'ended' ? ended.state : 'released'
  return { holdId, packageId: ended.packageId as catalogue.PackageId, state }
}
