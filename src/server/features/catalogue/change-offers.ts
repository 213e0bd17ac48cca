/** Creates, changes, turns on or off and removes offers. Orders and sent links keep what they were given. */
import { isDeepStrictEqual } from 'node:util'
import type { AuditAction } from '#contract/audit/audit.ts'
import {
  type createOffer as createEndpoint,
  OFFERS_MAX,
  type Offer,
  type updateOffer as updateEndpoint,
} from '#contract/catalogue/offers.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { type PlatformContext, requireMember } from '#server/platform/context.ts'
import { inTransaction, isUniqueViolation, type Transaction } from '#server/platform/database/database.ts'
import { shownOf } from '#server/platform/database/statement.ts'
import { invariant, Refusal, requireRow } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { offerFacts, showOffer } from './list-offers.ts'
import type { OfferRow } from './offer-queries.ts'
import * as queries from './offer-queries.ts'
import { invalid, type OfferTerms, readOffer } from './read-offer.ts'
import { announceOffers } from './standing-prices.ts'

const valuesOf = (offerId: string, terms: OfferTerms) => ({
  offerId,
  ...shownOf(terms, 'name', 'kind', 'value', 'lead_types', 'tiers', 'sizes', 'states', 'starts_at', 'ends_at'),
  ...shownOf(terms, 'is_combinable', 'uses_max', 'uses_per_customer_max'),
})

/** Reads an offer that was just changed, as administrators see it. This node's carts use it from now on. */
async function readChanged(ctx: PlatformContext, offerId: string): Promise<Offer> {
  announceOffers(ctx)
  const [row] = await ctx.database.run(queries.findOffer, { offerId })
  invariant(row, 'offers are never deleted')
  return showOffer(row, ctx.clock.now())
}

async function findAttempt(ctx: PlatformContext, attemptId: string): Promise<Offer | null> {
  const [row] = await ctx.database.run(queries.findAttempt, { attemptId })
  return row ? showOffer(row, ctx.clock.now()) : null
}

/**
 * Creates an offer. The same attempt finds the offer that it created.
 * @throws Refusal `offer_invalid` with the field that is wrong, `unknown_state`, `too_many_offers`
 */
export async function createOffer(ctx: PlatformContext, body: BodyOf<typeof createEndpoint>): Promise<Offer> {
  const terms = await readOffer(ctx, body)
  const known = await findAttempt(ctx, body.attemptId)
  if (known) return known
  const offerId = newId('off', ctx.clock)
  const now = ctx.clock.now()
  if (terms.ends_at && terms.ends_at <= now) throw invalid('endsAt', 'The offer must end in the future.')
  try {
    await inTransaction(ctx, async (tx) => {
      await tx.run(queries.lockList)
      const [count] = await tx.run(queries.countStanding)
      if (count && count.offers >= OFFERS_MAX) throw new Refusal('too_many_offers')
      const made = { attemptId: body.attemptId, createdAt: now, createdBy: requireMember(ctx).userId }
      await tx.run(queries.insertOffer, { ...valuesOf(offerId, terms), ...made })
      const after = offerFacts(terms)
      await writeAudit(ctx, tx, { action: 'offer_created', subject: terms.name, target: offerId, after })
    })
  } catch (error) {
    const twin = isUniqueViolation(error) ? await findAttempt(ctx, body.attemptId) : null
    if (!twin) throw error
    return twin
  }
  return readChanged(ctx, offerId)
}

async function lock(tx: Transaction, offerId: string): Promise<OfferRow> {
  return requireRow(await tx.run(queries.lockOffer, { offerId }), 'offer_unknown')
}

/** Whether a change of that revision was made already: the reply was lost, and the call is repeated. */
const isDone = (offer: OfferRow, terms: OfferTerms, revision: number): boolean =>
  offer.revision === revision + 1 && isDeepStrictEqual(valuesOf('', offer), valuesOf('', terms))

/**
 * Changes an offer if it is as the administrator saw it. Repeating it changes nothing more.
 * @throws Refusal `offer_unknown`, `offer_changed`, `offer_invalid`, `unknown_state`; nothing changed then
 */
export async function updateOffer(ctx: PlatformContext, offerId: string, body: BodyOf<typeof updateEndpoint>) {
  const terms = await readOffer(ctx, body)
  await inTransaction(ctx, async (tx) => {
    const before = await lock(tx, offerId)
    if (isDone(before, terms, body.revision)) return
    if (before.revision !== body.revision) throw new Refusal('offer_changed')
    if (terms.uses_max !== null && terms.uses_max < before.used)
      throw invalid('usesMax', `It was used ${before.used} times already. The limit cannot lie below that.`)
    await tx.run(queries.updateOffer, valuesOf(offerId, terms))
    const facts = { before: offerFacts(before), after: offerFacts(terms) }
    await writeAudit(ctx, tx, { action: 'offer_updated', subject: terms.name, target: offerId, ...facts })
  })
  return readChanged(ctx, offerId)
}

/** Turns a locked offer on or off with `change`, and records it in the audit log. */
async function act(
  ctx: PlatformContext,
  offerId: string,
  action: AuditAction,
  isActive: boolean,
  change: (tx: Transaction, offer: OfferRow) => Promise<unknown>,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const offer = await lock(tx, offerId)
    // Switching it to what it is changes nothing; removing one that is off does.
    if (action === 'offer_switched' && offer.is_active === isActive) return
    await change(tx, offer)
    const facts = { before: { isActive: offer.is_active }, after: { isActive } }
    await writeAudit(ctx, tx, { action, subject: offer.name, target: offerId, ...facts })
  })
}

/** Turns an offer on or off; repeating it changes nothing. @throws Refusal `offer_unknown` */
export async function switchOffer(ctx: PlatformContext, offerId: string, isActive: boolean): Promise<Offer> {
  await act(ctx, offerId, 'offer_switched', isActive, (tx) => tx.run(queries.switchOffer, { offerId, isActive }))
  return readChanged(ctx, offerId)
}

/** Ends an offer for good; repeatable. Orders keep what it gave. @throws Refusal `offer_unknown`, `offer_standard` */
export async function removeOffer(ctx: PlatformContext, offerId: string): Promise<{ id: string }> {
  const end = act(ctx, offerId, 'offer_removed', false, async (tx, offer) => {
    if (offer.standard) throw new Refusal('offer_standard')
    await tx.run(queries.removeOffer, { offerId, now: ctx.clock.now() })
  })
  await end.catch(async (error) => {
    // Offers are never deleted: one that cannot be locked but can be found was removed earlier.
    const isGone = error instanceof Refusal && error.code === 'offer_unknown'
    const [removed] = isGone ? await ctx.database.run(queries.findOffer, { offerId }) : []
    if (!removed) throw error
  })
  announceOffers(ctx)
  return { id: offerId }
}
