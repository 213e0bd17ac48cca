import { ZERO_CENTS } from '#contract/money.ts'
import { promiseLeads } from '#server/features/catalogue/price-lines.ts'
import { ensureCustomer } from '#server/features/links/save-customer.ts'
import { linkHoldEnd, writeRequest } from '#server/features/links/write-request.ts'
import { requestOwnerOf } from '#server/features/orders/link-order.ts'
import { takeFreshHolds } from '#server/features/stock/place-hold.ts'
import { addMilliseconds, hours, minutes } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { invariant } from '#server/platform/invariant.ts'
import type { Buyer } from './people.ts'
import { listUnsold, recordLooked } from './request-queries.ts'
import { BUSY_COUNTIES, type DemoPlace } from './sales.ts'

interface LiveLink {
  lines: number
  offers: string
  /** Sent so long ago that it ends soon, and its customer has opened it. */
  isEnding: boolean
}

const LINKS: readonly LiveLink[] = [
  { lines: 2, offers: 'The two packages from our call this week.', isEnding: true },
  { lines: 1, offers: '', isEnding: false },
  { lines: 3, offers: 'As discussed: three to start with, more next month.', isEnding: false },
  { lines: 1, offers: '', isEnding: false },
  { lines: 2, offers: 'Reply to this email if a county should change.', isEnding: false },
  { lines: 1, offers: '', isEnding: false },
]

/** How many people get a live link. */
export const LIVE_LINKS = LINKS.length

/** Counties to search if the demo sold some of everything in the busy ones. */
const OTHER_COUNTIES = 50

/** What is left of the link that ends first: less than the 2 hours that count as soon. */
const ENDING_LEFT_MS = minutes(95)

/**
 * Sends the links that wait for payment when the demo starts, as the rep would have: with held units, a customer and
 * the email. One was sent so early that it ends soon; its operations ran with the clock of that time.
 *
 * @param options.people who gets them: `LIVE_LINKS` of them
 * @param options.places where they buy
 */
export async function sendLiveLinks(
  ctx: PlatformContext,
  tx: Transaction,
  options: { repId: string; people: readonly Buyer[]; places: readonly DemoPlace[] },
): Promise<void> {
  const { repId, people } = options
  const now = ctx.clock.now()
  const lineCount = LINKS.reduce((sum, link) => sum + link.lines, 0)
  const others = options.places.slice(0, OTHER_COUNTIES).map((place) => place.fips)
  const packages = await tx.run(listUnsold, { fips: [...new Set([...BUSY_COUNTIES, ...others])], limit: lineCount })
  const linkMs = hours(ctx.config.linkHours)
  for (const [place, link] of LINKS.entries()) {
    const person = people[place]
    const chosen = packages.splice(0, link.lines)
    invariant(person && chosen.length === link.lines, 'there are people and packages for every live link')
    const agoMs = link.isEnding ? Math.max(0, linkMs - ENDING_LEFT_MS) : 0
    const sentAt = addMilliseconds(now, -agoMs)
    const then: PlatformContext = { ...ctx, clock: { now: () => sentAt } }
    const paymentRequestId = newId('prq', then.clock)
    const bonuses = await Promise.all(chosen.map((row) => promiseLeads(then, row.package_id)))
    const holdIds = await takeFreshHolds(then, tx, {
      packageIds: chosen.map((row) => row.package_id),
      bonuses,
      ownerId: requestOwnerOf(paymentRequestId),
      until: linkHoldEnd(then),
    })
    const contact = { ...person, address: null }
    await writeRequest(then, tx, {
      paymentRequestId,
      lines: chosen.map((row, index) => {
        const holdId = holdIds[index]
        const bonus = bonuses[index]
        invariant(holdId && bonus, 'a package with plenty left gives a unit')
        return {
          holdId,
          packageId: row.package_id,
          leadType: row.lead_type,
          tier: row.tier,
          size: row.size,
          state: row.state,
          county: row.county,
          deliveryMethod: 'email' as const,
          priceCents: row.price_cents,
          discountCents: ZERO_CENTS,
          bonusLeads: bonus.leads,
          offers: bonus.offers.map((offer) => ({ ...offer, cents: 0 })),
          openOffers: [],
        }
      }),
      contact,
      customerId: await ensureCustomer(then, tx, { repId, contact }),
      repId,
      commissionBps: ctx.config.usualCommissionBps,
      specialOffers: link.offers,
      attemptId: null,
      isReminderOn: true,
      replacesId: null,
    })
    if (link.isEnding) await tx.run(recordLooked, { paymentRequestId, openedAt: addMilliseconds(sentAt, agoMs / 2) })
  }
}
