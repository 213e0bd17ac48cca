/** Stock besides setting one count (inventory.ts): many packages at once, history, holds, and low stock. */
import * as z from 'zod/mini'
import { LeadType, PackageId, Size, Tier } from '#contract/catalogue/catalogue.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { AVAILABILITY_MAX } from '#contract/stock/inventory.ts'
import { AttemptId, HoldId, Instant, matching, PageQuery, PlainText } from '#contract/values.ts'
import { PackageScope, PreviewStart } from './price-areas.ts'

export const STOCK_REASON_LENGTH_MAX = 200
export const MOVEMENTS_PAGE_DEFAULT = 20
export const PACKAGE_HOLDS_PAGE_DEFAULT = 20
export const LOW_STOCK_PAGE_MAX = 200
export const LOW_STOCK_PAGE_DEFAULT = 25

const Count = z.int().check(z.gte(0), z.lte(AVAILABILITY_MAX))

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

/** A package whose stock changes, as its buyers see the count. */
export const StockRow = z.object({
  leadType: LeadType,
  tier: Tier,
  size: Size,
  place: z.string(),
  before: z.int(),
  after: z.int(),
})

export const previewStock = defineEndpoint('admin', 'POST', '/api/admin/stock/preview', {
  key: 'read',
  summary: 'What a change of many packages’ stock would do. Changes nothing.',
  body: z.object({ scope: PackageScope, step: StockStep, from: PreviewStart }),
  reply: z.extend(StockSum, {
    /** Those that change, from `from` on. */
    rows: z.array(StockRow),
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

const StockChange = z.extend(StockSum, { changeId: z.string() })

export const changeStock = defineEndpoint('admin', 'POST', '/api/admin/stock/changes', {
  key: 'write',
  summary: 'Changes the stock of many packages as previewed, all or none; live holds stay.',
  body: z.object({
    attemptId: AttemptId,
    scope: PackageScope,
    step: StockStep,
    /** From the preview: if these packages were edited since, the change is refused. */
    seen: Seen,
    reason: z.optional(PlainText(STOCK_REASON_LENGTH_MAX)),
  }),
  reply: StockChange,
  refusals: ['unknown_state', 'unknown_county', 'stock_changed'],
})

export const undoStockChange = defineEndpoint('admin', 'POST', '/api/admin/stock/changes/:changeId/undo', {
  key: 'write',
  summary: 'Takes back what a change of many packages added or took, once; packages that were set since stay.',
  params: z.object({ changeId: PlainText(64) }),
  /** `packages`: those that it had changed; `changed`: those of them that are as before again. */
  reply: StockChange,
  refusals: ['stock_change_unknown'],
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
