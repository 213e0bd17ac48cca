/** Stock besides setting one count (inventory.ts): many packages at once, history, holds, and low stock. */
import * as z from 'zod/mini'
import { LeadType, PackageId, PlaceName, Size, Tier } from '#contract/catalogue/catalogue.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { AVAILABILITY_MAX } from '#contract/stock/inventory.ts'
import { AttemptId, HoldId, Instant, matching, PageQuery, PlainText } from '#contract/values.ts'

export const STOCK_REASON_LENGTH_MAX = 200
export const MOVEMENTS_PAGE_DEFAULT = 20
export const PACKAGE_HOLDS_PAGE_DEFAULT = 20
export const LOW_STOCK_PAGE_MAX = 200
export const LOW_STOCK_PAGE_DEFAULT = 25

const Count = z.int().check(z.gte(0), z.lte(AVAILABILITY_MAX))

/** The packages to change: those in these places (none: the whole store), kinds and sizes (none: all). */
export const StockSelection = z.object({
  states: z.array(PlaceName).check(z.maxLength(60)),
  counties: z.array(z.object({ state: PlaceName, county: PlaceName })).check(z.maxLength(300)),
  leadTypes: z.array(LeadType).check(z.maxLength(3)),
  tiers: z.array(Tier).check(z.maxLength(4)),
  sizes: z.array(Size).check(z.maxLength(4)),
})
export type StockSelection = z.infer<typeof StockSelection>

/** `add` may be negative, stops at 0 and at 999 and skips unlimited packages. `at_least` raises lower counts. */
export const StockStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('set'), value: Count }),
  z.object({ kind: z.literal('add'), value: z.int().check(z.gte(-AVAILABILITY_MAX), z.lte(AVAILABILITY_MAX)) }),
  z.object({ kind: z.literal('at_least'), value: Count }),
])
export type StockStep = z.infer<typeof StockStep>

const StockSum = z.object({
  packages: z.int(),
  changed: z.int(),
  /** Units of those that do not follow leads; an unlimited package counts as 1000. */
  unitsBefore: z.int(),
  unitsAfter: z.int(),
})

/** Identifies all of the administrators' edits to these packages so far; buyers’ holds do not change it. */
const Seen = matching(/^\d{1,15}$/)

export const previewStock = defineEndpoint('admin', 'POST', '/api/admin/stock/preview', {
  key: 'read',
  summary: 'What a change of many packages’ stock would do. Changes nothing.',
  body: z.object({ selection: StockSelection, step: StockStep }),
  reply: z.extend(StockSum, {
    counties: z.int(),
    /** Selected packages with units held by carts, orders or links; the holds stay. */
    heldPackages: z.int(),
    holds: z.int(),
    /** Selected packages whose stock follows leads. They cannot be set, so they stay. */
    fromLeads: z.int(),
    seen: Seen,
  }),
  refusals: ['unknown_state', 'unknown_county'],
})

export const changeStock = defineEndpoint('admin', 'POST', '/api/admin/stock/changes', {
  key: 'write',
  summary: 'Changes the stock of many packages as previewed, all or none; live holds stay.',
  body: z.object({
    attemptId: AttemptId,
    selection: StockSelection,
    step: StockStep,
    /** From the preview: if these packages were edited since, the change is refused. */
    seen: Seen,
    reason: z.optional(PlainText(STOCK_REASON_LENGTH_MAX)),
  }),
  reply: StockSum,
  refusals: ['unknown_state', 'unknown_county', 'stock_changed'],
})

const packageParams = z.object({ packageId: PlainText(64) })

export const readPackageStock = defineEndpoint('admin', 'GET', '/api/admin/packages/:packageId/stock', {
  key: 'read',
  summary: 'What was placed of a package, and what became of it: placed = available + held + sold.',
  params: packageParams,
  reply: z.object({
    packageId: PackageId,
    state: z.string(),
    county: z.string(),
    /** As buyers see it; above 999 unlimited. */
    shown: z.int(),
    isUnlimited: z.boolean(),
    /** Units, including those returned by refunds. Sales while it is unlimited take none. */
    placed: z.int(),
    refunded: z.int(),
    available: z.int(),
    held: z.int(),
    sold: z.int(),
    liveHolds: z.int(),
  }),
  refusals: ['unknown_package'],
})

/** Who holds a unit or changed stock. No buyer's name or address, and nothing that opens a cart or a link. */
export const StockParty = z.object({
  /** `cart`: a buyer’s; `rep`: a member’s cart; `order`: being paid or paid; `link`: a payment link; `store`: itself. */
  kind: z.enum(['cart', 'rep', 'order', 'link', 'member', 'store']),
  name: z.nullable(z.string()),
  reference: z.nullable(z.string()),
})
export type StockParty = z.infer<typeof StockParty>

/** `sold`: held and bought since. `released`: given back by its owner. `taken_out`: released by an administrator. */
export const MovementKind = z.enum(['set', 'held', 'sold', 'released', 'taken_out', 'expired', 'refunded'])
export type MovementKind = z.infer<typeof MovementKind>

export const StockMovement = z.object({
  id: z.string(),
  at: Instant,
  kind: MovementKind,
  by: StockParty,
  before: z.int(),
  after: z.int(),
  note: z.nullable(z.string()),
})
export type StockMovement = z.infer<typeof StockMovement>

export const listStockMovements = defineEndpoint('admin', 'GET', '/api/admin/packages/:packageId/movements', {
  key: 'read',
  summary: 'Every movement of a package’s stock, the newest first.',
  params: packageParams,
  query: PageQuery(100),
  reply: z.array(StockMovement),
  isPaged: true,
  refusals: ['unknown_package'],
})

export const PackageHold = z.object({
  holdId: HoldId,
  by: StockParty,
  since: Instant,
  until: Instant,
  /** Whether it took a unit, which returns if it is not sold; none for an unlimited package. */
  tookUnit: z.boolean(),
  /** Only holds of carts can be released here. */
  isReleasable: z.boolean(),
})
export type PackageHold = z.infer<typeof PackageHold>

export const listPackageHolds = defineEndpoint('admin', 'GET', '/api/admin/packages/:packageId/holds', {
  key: 'read',
  summary: 'Who holds units of a package now, the oldest hold first.',
  params: packageParams,
  query: PageQuery(100),
  reply: z.array(PackageHold),
  isPaged: true,
  refusals: ['unknown_package'],
})

export const releaseStuckHold = defineEndpoint('admin', 'POST', '/api/admin/holds/:holdId/release', {
  key: 'write',
  summary: 'Removes a hold from someone’s cart and returns its unit. Repeating it changes nothing.',
  params: z.object({ holdId: HoldId }),
  body: z.object({ reason: PlainText(STOCK_REASON_LENGTH_MAX).check(z.trim(), z.minLength(1)) }),
  /** `sold` and `expired`: it had already ended that way. */
  reply: z.object({ holdId: HoldId, packageId: PackageId, state: z.enum(['released', 'sold', 'expired']) }),
  refusals: ['hold_unknown', 'hold_of_order', 'hold_of_link', 'provider_unavailable', 'payments_unavailable'],
})

export const listReleasedHolds = defineEndpoint('anyone', 'GET', '/api/cart/released', {
  key: 'read',
  summary: 'What the store removed from the caller’s cart within a day, newest first.',
  reply: z.array(z.object({ holdId: HoldId, packageId: PackageId, releasedAt: Instant })),
})
