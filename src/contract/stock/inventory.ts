/** Holds and stock (docs/product.md#stock). */
import * as z from 'zod/mini'
import { PackageId } from '#contract/catalogue/catalogue.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { HoldId, Instant, PlainText } from '#contract/values.ts'

export const AVAILABILITY_MAX = 1_000_000

const PackageParams = z.object({ packageId: PlainText(64) })

export const reservePackage = defineEndpoint('anyone', 'PUT', '/api/packages/:packageId/reserve', {
  key: 'write',
  summary: 'Holds one unit of a package for the caller’s cart.',
  params: PackageParams,
  body: z.object({ quantity: z.literal(1) }),
  reply: z.object({ holdId: HoldId, packageId: PackageId, expiresAt: Instant, available: z.int() }),
  refusals: ['unknown_package', 'out_of_stock', 'leads_in_cart', 'cart_full', 'too_many_holds'],
})

export const releasePackage = defineEndpoint('anyone', 'PUT', '/api/packages/:packageId/release', {
  key: 'write',
  summary:
    'Ends one of the caller’s own holds of a package; without `holdId` the newest. A payment that waits for a card is canceled first.',
  params: PackageParams,
  body: z.object({ quantity: z.literal(1), holdId: z.optional(HoldId) }),
  reply: z.object({ holdId: HoldId, packageId: PackageId, available: z.int() }),
  /** `hold_of_order` and `order_already_paid`: a card is paying for it right now, or has paid; the hold stays. */
  refusals: [
    'unknown_package',
    'hold_not_yours',
    'hold_of_order',
    'order_already_paid',
    'provider_unavailable',
    'payments_unavailable',
  ],
})

export const setAvailability = defineEndpoint('admin', 'PUT', '/api/admin/packages/:packageId/availability', {
  key: 'write',
  summary: 'Sets the sellable stock of a package; above 999 it is unlimited. Live holds stay.',
  params: PackageParams,
  body: z.object({
    available: z.int().check(z.gte(0), z.lte(AVAILABILITY_MAX)),
    reason: z.optional(PlainText(200)),
    /** The count that the administrator saw; if it has changed, the edit is refused. */
    expected: z.optional(z.int().check(z.gte(0), z.lte(AVAILABILITY_MAX))),
  }),
  reply: z.object({ packageId: PackageId, available: z.int() }),
  refusals: ['unknown_package', 'stock_from_leads', 'availability_changed'],
})
