import type { PackageHold } from '#contract/admin/stock-screen.ts'
import type { HoldId } from '#contract/values.ts'
import { readMemberNames } from '#server/features/members/accounts.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { isInstantKey, readCursor, writeCursor } from '#server/platform/cursor.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Page } from '#server/platform/http/endpoint.ts'
import { listHolds } from './queries.ts'
import { requirePackageId } from './read-package-stock.ts'
import { tellOwner } from './tell-low-stock.ts'

const LIST = 'package-holds'
/** Before the first page: earlier than any moment. */
const START = ['-infinity', '']

/**
 * Lists a page of a package's holds with their owners, oldest first.
 *
 * @throws Refusal `unknown_package`; `bad_request` for a cursor of another list
 */
export async function listPackageHolds(
  ctx: PlatformContext,
  { packageId, cursor, limit }: { packageId: string; cursor: string | undefined; limit: number },
): Promise<Page<PackageHold>> {
  const id = requirePackageId(packageId)
  const from = readCursor(LIST, cursor, 2)
  if (from && !isInstantKey(from[0])) throw new Refusal('bad_request')
  const [afterPlacedAt = '', afterHoldId = ''] = from ?? START
  const found = await ctx.database.run(listHolds, { packageId: id, afterPlacedAt, afterHoldId, limit: limit + 1 })
  const names = await readMemberNames(ctx)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
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
    next: last && found.length > limit ? writeCursor(LIST, [last.placed_at.toISOString(), last.hold_id]) : null,
  }
}
