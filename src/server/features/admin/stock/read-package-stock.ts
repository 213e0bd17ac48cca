import * as contract from '#contract/admin/stock-screen.ts'
import { COUNTED_MAX, PackageId, packageKeyOf } from '#contract/catalogue/catalogue.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { HoldId } from '#contract/values.ts'
import { readPage } from '#server/features/admin/read-page.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import { readMemberNames } from '#server/features/members/accounts.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { readCursor, writeCursor } from '#server/platform/cursor.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Page } from '#server/platform/http/endpoint.ts'
import * as sql from './queries.ts'
import { type MemberNames, tellMember, tellOwner } from './tell-low-stock.ts'

/** @throws Refusal `unknown_package` */
export function requirePackageId(text: string): PackageId {
  const packageId = PackageId.safeParse(text)
  if (!packageId.success) throw new Refusal('unknown_package')
  return packageId.data
}

/**
 * Says what became of a package's units. The number sold follows from the rest: `placed = available + held + sold`
 * (docs/decisions/0005-hidden-counter-under-unlimited.md).
 * @throws Refusal `unknown_package`
 */
export async function readPackageStock(ctx: PlatformContext, packageId: string) {
  const id = requirePackageId(packageId)
  const [row] = await ctx.database.run(sql.readPackageStock, { packageId: id })
  if (!row) throw new Refusal('unknown_package')
  const { state, name } = (await loadPlaces(ctx)).countyByFips(packageKeyOf(id).fips)
  return {
    packageId: id,
    state,
    county: name,
    shown: row.shown,
    isUnlimited: row.is_unlimited,
    placed: row.placed,
    refunded: row.refunded,
    available: row.available,
    held: row.held,
    sold: row.placed - row.available - row.held,
    liveHolds: row.live_holds,
  }
}

const LIST = 'stock-movements'
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
  const from = readCursor(LIST, cursor, 2)
  if (from?.some((part) => !/^-?\d{1,18}$/.test(part))) throw new Refusal('bad_request')
  const found = await ctx.database.run(sql.listMovements, {
    packageId: id,
    movementId: from?.[0] ?? NEWEST,
    limit: limit + 1,
  })
  const names = await readMemberNames(ctx)
  const rows = found.slice(0, limit)
  let left = from ? Number(from[1]) : (found[0]?.available ?? 0)
  const shown = rows.map((row): contract.StockMovement => {
    const after = left
    left -= row.delta
    return {
      id: row.movement_id,
      at: row.moved_at.toISOString(),
      kind: kindOf(row),
      by: byOf(row, names),
      // An edit has the count that it showed; other movements change a counted number.
      before: row.shown_before ?? Math.min(left, COUNTED_MAX),
      after: row.shown_after ?? Math.min(after, COUNTED_MAX),
      note: row.note,
    }
  })
  const last = rows.at(-1)
  const next = last && found.length > limit ? writeCursor(LIST, [last.movement_id, String(left)]) : null
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
