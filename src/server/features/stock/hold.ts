/** What a hold is before and while it is placed. */
import type { PackageId } from '#contract/catalogue/catalogue.ts'
import type { HoldId } from '#contract/values.ts'
import type { Context } from '#server/gateways/context.ts'
import type { OwnerId, PlatformContext } from '#server/platform/context.ts'

export interface Hold {
  holdId: HoldId
  packageId: PackageId
  expiresAt: Date
}

/** Leads on top of a package's size, by what they are promised; kept with the hold. */
export interface HoldBonus {
  leads: number
  offers: readonly { offerId: string; name: string; leads: number }[]
}

/** Says what is promised with a package that is held now. The stock itself knows of no offers; `app.ts` hands them in. */
export type FindBonus = (ctx: PlatformContext, packageId: PackageId) => Promise<HoldBonus>

/**
 * Ends whatever could still pay for a package of a cart before it is released; a thrown `Refusal` keeps the hold. The stock itself
 * knows of no payments; `app.ts` hands it in.
 */
export type BeforeRelease = (ctx: Context, hold: { ownerId: OwnerId; packageId: string }) => Promise<void>

/** A hold that is about to be placed. */
export interface HoldToPlace extends Hold {
  bonus: HoldBonus
  ownerId: OwnerId
  addressKey: string | null
  placedAt: Date
}
