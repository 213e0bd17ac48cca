/** What a hold is before and during placement. */
import type { PackageId } from '#contract/catalogue/catalogue.ts'
import type { HoldId } from '#contract/values.ts'
import type { Context, WebContext } from '#server/gateways/context.ts'
import type { OwnerId, PlatformContext } from '#server/platform/context.ts'

export interface Hold {
  holdId: HoldId
  packageId: PackageId
  expiresAt: Date
}

/** Leads on top of a package's size, and the offers that promise them; kept with the hold. */
export interface HoldBonus {
  leads: number
  offers: readonly { offerId: string; name: string; leads: number }[]
}

/** Says what is promised with a package that is held now. Stock knows no offers; `app.ts` passes this in. */
export type FindBonus = (ctx: PlatformContext, packageId: PackageId) => Promise<HoldBonus>

/**
 * Returns the fingerprint of the buyer's address if this browser proves it, so that leads which they have already can be
 * left out. Stock knows no desks; `app.ts` passes this in.
 */
export type FindBuyer = (ctx: WebContext) => Promise<string | null>

/**
 * Ends anything that could still pay for a package of a cart before it is released. A thrown `Refusal` keeps the hold.
 * Stock knows no payments; `app.ts` passes this in.
 */
export type BeforeRelease = (ctx: Context, hold: { ownerId: OwnerId; packageId: string }) => Promise<void>

/** A hold that is about to be placed. */
export interface HoldToPlace extends Hold {
  bonus: HoldBonus
  ownerId: OwnerId
  addressKey: string | null
  placedAt: Date
}
