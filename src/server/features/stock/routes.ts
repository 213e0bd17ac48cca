import * as inventory from '#contract/stock/inventory.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind } from '#server/platform/http/endpoint.ts'
import type { BeforeRelease, FindBonus, FindBuyer } from './hold.ts'
import { placeHold } from './place-hold.ts'
import { releaseHold } from './release-hold.ts'
import { setAvailability } from './set-availability.ts'

/** All three come from features that stock does not know. */
export const inventoryRoutes = (findBonus: FindBonus, beforeRelease: BeforeRelease, findBuyer: FindBuyer) => [
  bind(inventory.reservePackage, async (ctx: WebContext, { params }) => {
    const asked = { ...params, ownerId: ctx.openOwner(), address: ctx.address }
    const hold = await placeHold(ctx, { ...asked, findBonus, findBuyer: () => findBuyer(ctx) })
    return { ...hold, expiresAt: hold.expiresAt.toISOString() }
  }),
  bind(inventory.releasePackage, async (ctx: WebContext, { params, body }) => {
    const { packageId } = params
    const { ownerId } = ctx
    if (ownerId) await beforeRelease(ctx, { ownerId, packageId })
    return releaseHold(ctx, { packageId, ownerId, holdId: body.holdId })
  }),
  bind(inventory.setAvailability, (ctx: WebContext, { params, body }) => setAvailability(ctx, { ...params, ...body })),
]
