/**
 * What administrators do about stock beside setting one count (inventory.ts): many packages at once, the history of one, the
 * holds of one, and what runs low.
 */
import * as z from 'zod/mini'
import { LeadType, PackageId, PlaceName, Size, Tier } from '#contract/catalogue/catalogue.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { AVAILABILITY_MAX } from '#contract/stock/inventory.ts'
import { RELEASE_REFUSALS } from '#contract/stock/release-refusals.ts'
import { AttemptId, HoldId, Instant, PlainText } from '#contract/values.ts'

/** Of the reason for a change, as for a single one. */
export const STOCK_REASON_LENGTH_MAX = 200
/** Counties one change may name one by one; whole states are named as such. */
export const CHOSEN_COUNTIES_MAX = 300
export const MOVEMENTS_PAGE_MAX = 100
export const MOVEMENTS_PAGE_DEFAULT = 20
export const PACKAGE_HOLDS_PAGE_MAX = 100
export const PACKAGE_HOLDS_PAGE_DEFAULT = 20
export const LOW_STOCK_PAGE_MAX = 200
export const LOW_STOCK_PAGE_DEFAULT = 25

const Count = z.int().check(z.gte(0), z.lte(AVAILABILITY_MAX))

/** Which packages a change is about: those of these places (no place: of the whole store), kinds and sizes (none: all). */
export const StockSelection = z.object({
  states: z.array(PlaceName).check(z.maxLength(60)),
  counties: z.array(z.object({ state: PlaceName, county: PlaceName })).check(z.maxLength(CHOSEN_COUNTIES_MAX)),
  leadTypes: z.array(LeadType).check(z.maxLength(3)),
  tiers: z.array(Tier).check(z.maxLength(4)),
  sizes: z.array(Size).check(z.maxLength(4)),
})
export type StockSelection = z.infer<typeof StockSelection>

/**
 * What becomes of their counts. `add` may be negative; it ends at 0 and at 999, and leaves what is unlimited. `at_least`
 * raises what is below and leaves the rest.
 */
export const StockStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('set'), value: Count }),
  z.object({ kind: z.literal('add'), value: z.int().check(z.gte(-AVAILABILITY_MAX), z.lte(AVAILABILITY_MAX)) }),
  z.object({ kind: z.literal('at_least'), value: Count }),
])
export type StockStep = z.infer<typeof StockStep>

const StockSum = z.object({
  /** Packages chosen, and those of them that get another count. */
  packages: z.int(),
  changed: z.int(),
  /** Units of those that do not follow from leads; an unlimited package counts 1000. */
  unitsBefore: z.int(),
  unitsAfter: z.int(),
})

/** Stands for everything that administrators set in these packages so far; buyers’ holds leave it as it is. */
const Seen = z.string().check(z.regex(/^\d{1,15}$/))

export const previewStock = defineEndpoint({
  name: 'previewStock',
  method: 'POST',
  path: '/api/admin/stock/preview',
  access: 'admin',
  summary: 'What a change of many packages’ stock would do. Changes nothing.',
  body: z.object({ selection: StockSelection, step: StockStep }),
  reply: z.extend(StockSum, {
    counties: z.int(),
    /** Of the packages chosen, those that carts, orders or links hold units of; the holds stay. */
    heldPackages: z.int(),
    holds: z.int(),
    /** Of the packages chosen, those whose stock follows from leads: nobody sets it, so they stay. */
    fromLeads: z.int(),
    seen: Seen,
  }),
  refusals: ['unauthenticated', 'forbidden', 'unknown_state', 'unknown_county'],
})

export const changeStock = defineEndpoint({
  name: 'changeStock',
  method: 'POST',
  path: '/api/admin/stock/changes',
  access: 'admin',
  summary: 'Changes the stock of many packages as previewed, all or none; live holds stay.',
  body: z.object({
    /** Names the attempt: repeating it finds the same change. */
    attemptId: AttemptId,
    selection: StockSelection,
    step: StockStep,
    /** Of the preview: an edit of these packages since then refuses the change. */
    seen: Seen,
    reason: z.optional(PlainText(STOCK_REASON_LENGTH_MAX)),
  }),
  reply: StockSum,
  refusals: ['unauthenticated', 'forbidden', 'unknown_state', 'unknown_county', 'stock_changed'],
})

const packageParams = z.object({ packageId: PlainText(64) })

export const readPackageStock = defineEndpoint({
  name: 'readPackageStock',
  method: 'GET',
  path: '/api/admin/packages/:packageId/stock',
  access: 'admin',
  summary: 'What was placed of a package, and what became of it: placed = available + held + sold.',
  params: packageParams,
  reply: z.object({
    packageId: PackageId,
    state: z.string(),
    county: z.string(),
    /** As buyers see it; above 999 unlimited. */
    shown: z.int(),
    isUnlimited: z.boolean(),
    /** Units, those put back by refunds among them. Sales while it is unlimited take none. */
    placed: z.int(),
    refunded: z.int(),
    available: z.int(),
    held: z.int(),
    sold: z.int(),
    /** Holds that live, those that took no unit among them. */
    liveHolds: z.int(),
  }),
  refusals: ['unauthenticated', 'forbidden', 'unknown_package'],
})

/** Who holds a unit or moved stock. No name or address of a buyer, and nothing that opens a cart or a link. */
export const StockParty = z.object({
  /** `cart`: a buyer’s; `rep`: a member’s cart; `order`: being paid or paid; `link`: a payment link; `store`: by itself. */
  kind: z.enum(['cart', 'rep', 'order', 'link', 'member', 'store']),
  /** A member’s: who acted, whose cart, who sent the link. */
  name: z.nullable(z.string()),
  /** The order’s `LY-…`. */
  reference: z.nullable(z.string()),
})
export type StockParty = z.infer<typeof StockParty>

/**
 * `set`: by an administrator. `held`: put into a cart. `sold`: put into a cart and bought since. `released`: given back by its
 * owner. `taken_out`: given back by an administrator. `expired`: its time ran out. `refunded`: sold, and its money went back.
 */
export const MovementKind = z.enum(['set', 'held', 'sold', 'released', 'taken_out', 'expired', 'refunded'])
export type MovementKind = z.infer<typeof MovementKind>

export const StockMovement = z.object({
  id: z.string(),
  at: Instant,
  kind: MovementKind,
  by: StockParty,
  /** What was left before and after; above 999 unlimited. */
  before: z.int(),
  after: z.int(),
  note: z.nullable(z.string()),
})
export type StockMovement = z.infer<typeof StockMovement>

export const listStockMovements = defineEndpoint({
  name: 'listStockMovements',
  method: 'GET',
  path: '/api/admin/packages/:packageId/movements',
  access: 'admin',
  summary: 'Every movement of a package’s stock, the newest first.',
  params: packageParams,
  query: z.object({
    cursor: z.optional(PlainText(500)),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(MOVEMENTS_PAGE_MAX))),
  }),
  reply: z.array(StockMovement),
  isPaged: true,
  refusals: ['unauthenticated', 'forbidden', 'unknown_package'],
})

export const PackageHold = z.object({
  holdId: HoldId,
  by: StockParty,
  since: Instant,
  until: Instant,
  /** Whether it took a unit, which it gives back unsold; none under an unlimited package. */
  tookUnit: z.boolean(),
  /** Only carts’ holds can be released here. */
  isReleasable: z.boolean(),
})
export type PackageHold = z.infer<typeof PackageHold>

export const listPackageHolds = defineEndpoint({
  name: 'listPackageHolds',
  method: 'GET',
  path: '/api/admin/packages/:packageId/holds',
  access: 'admin',
  summary: 'Who holds units of a package now, the oldest hold first.',
  params: packageParams,
  query: z.object({
    cursor: z.optional(PlainText(500)),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(PACKAGE_HOLDS_PAGE_MAX))),
  }),
  reply: z.array(PackageHold),
  isPaged: true,
  refusals: ['unauthenticated', 'forbidden', 'unknown_package'],
})

export const releaseStuckHold = defineEndpoint({
  name: 'releaseStuckHold',
  method: 'POST',
  path: '/api/admin/holds/:holdId/release',
  access: 'admin',
  summary: 'Takes a hold out of somebody’s cart and gives the unit back. Doing it twice changes nothing.',
  params: z.object({ holdId: HoldId }),
  body: z.object({ reason: PlainText(STOCK_REASON_LENGTH_MAX).check(z.trim(), z.minLength(1)) }),
  /** `sold` and `expired`: it had ended so before. */
  reply: z.object({ holdId: HoldId, packageId: PackageId, state: z.enum(['released', 'sold', 'expired']) }),
  refusals: RELEASE_REFUSALS,
})

export const listReleasedHolds = defineEndpoint({
  name: 'listReleasedHolds',
  method: 'GET',
  path: '/api/cart/released',
  access: 'anyone',
  summary: 'What the store took out of the caller’s cart within a day, the newest first.',
  reply: z.array(z.object({ holdId: HoldId, packageId: PackageId, releasedAt: Instant })),
  refusals: [],
})

/** What the four sizes of a county, lead type and tier share where their stock follows from leads. */
export const BackedPool = z.object({
  leadType: LeadType,
  tier: Tier,
  /** Those that can still be sold to somebody. */
  leads: z.int(),
})
export type BackedPool = z.infer<typeof BackedPool>

export const listBackedPools = defineEndpoint({
  name: 'listBackedPools',
  method: 'GET',
  path: '/api/admin/stock/backed/:state/:county',
  access: 'admin',
  summary:
    'The lead types and tiers of a county whose stock follows from leads, with the leads left; the others are counted.',
  params: z.object({ state: PlaceName, county: PlaceName }),
  reply: z.array(BackedPool),
  refusals: ['unauthenticated', 'forbidden', 'unknown_state', 'unknown_county'],
})

export const LowStockRow = z.object({
  packageId: PackageId,
  state: z.string(),
  county: z.string(),
  leadType: LeadType,
  tier: Tier,
  size: Size,
  available: z.int(),
  /** Its stock follows from leads: nobody sets it. */
  isFromLeads: z.boolean(),
})
export type LowStockRow = z.infer<typeof LowStockRow>

export const listLowStock = defineEndpoint({
  name: 'listLowStock',
  method: 'GET',
  path: '/api/admin/stock/low',
  access: 'admin',
  summary: 'Packages with 10 or fewer units left, the fewest first; of the whole store or of a state.',
  query: z.object({
    state: z.optional(PlaceName),
    /** `some`: 1 to 10 left. `none`: sold out, or never stocked. Absent: both. */
    left: z.optional(z.enum(['some', 'none'])),
    cursor: z.optional(PlainText(500)),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(LOW_STOCK_PAGE_MAX))),
  }),
  reply: z.array(LowStockRow),
  isPaged: true,
  refusals: ['unauthenticated', 'forbidden', 'unknown_state'],
})

/** How many of them are listed; more would be a store that is empty. */
export const FALLEN_SHOWN_MAX = 100

export const FallenStock = z.object({
  /** Of a pool the package with the fewest left, which represents the others. */
  packageId: PackageId,
  state: z.string(),
  county: z.string(),
  leadType: LeadType,
  tier: Tier,
  /** Null: all four, which follow from the same leads. */
  size: z.nullable(Size),
  available: z.int(),
  /** What the four have left together; null where the stock is counted. */
  leads: z.nullable(z.int()),
})
export type FallenStock = z.infer<typeof FallenStock>

export const listFallenStock = defineEndpoint({
  name: 'listFallenStock',
  method: 'GET',
  path: '/api/admin/stock/fallen',
  access: 'admin',
  summary:
    'What fell to 10 or fewer within 30 days and was not filled up since, the fewest first; what shares leads is listed once.',
  reply: z.array(FallenStock),
  refusals: ['unauthenticated', 'forbidden'],
})
