import { fipsOf, LEAD_TYPE_NAMES, type PackageId, packageKeyOf, packageName } from '#contract/catalogue/catalogue.ts'
import type { HoldId } from '#contract/values.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import { releaseFromCart } from '#server/features/stock/release-hold.ts'
import { announceStockChange } from '#server/features/stock/stock-changes.ts'
import type { Context, WebContext } from '#server/gateways/context.ts'
import { requireMember } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'

/** Ends the payment that a card could still make for a hold; `app.ts` passes it in. */
export type EndPayment = (ctx: Context, hold: { holdId: HoldId }) => Promise<'cancelled' | 'paid' | 'being_paid'>

/**
 * Removes a hold from someone's cart, because it keeps a unit from others. Its owner sees that the line is gone.
 * Repeating it changes nothing.
 * @returns how it ended: it may have been sold or have expired a moment before
 * @throws Refusal `hold_unknown`, `hold_of_order` (a payment is in progress), `hold_of_link` (void the link instead),
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
      const { fips, leadType, tier, size } = packageKeyOf(hold.packageId as PackageId)
      const county = places.countyByFips(fips)
      await writeAudit(ctx, tx, {
        action: 'hold_released',
        subject: `${packageName({ tier, size })}, ${LEAD_TYPE_NAMES[leadType]}, ${county.name}, ${county.state}`,
        before: { hold: holdId, state: 'live' },
        after: { hold: holdId, state: 'released' },
        note: reason,
      })
    }
    return hold
  })
  if (ended.verdict === 'released') announceStockChange(ctx, [fipsOf(ended.packageId)])
  const state = ended.verdict === 'ended' ? ended.state : 'released'
  return { holdId, packageId: ended.packageId as PackageId, state }
}
