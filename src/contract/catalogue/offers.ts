/**
 * Offers (docs/product.md#offers): money off or extra leads, for which packages, when and how often. Discounts
 * (`percentage`, `fixed`, `bogo`) are computed on the cart; bonus leads (`extra_leads`) are promised with a hold.
 */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { AttemptId, Instant, PlainText } from '#contract/values.ts'
import { LeadType, PlaceName, Size, Tier } from './catalogue.ts'

export const OFFER_KINDS = ['percentage', 'fixed', 'extra_leads', 'bogo'] as const
export const OfferKind = z.enum(OFFER_KINDS)
export type OfferKind = z.infer<typeof OfferKind>

export const OFFER_NAME_LENGTH_MAX = 80
export const OFFER_EXTRA_LEADS_MAX = 500
export const OFFERS_MAX = 200
export const OFFER_USES_MAX = 1_000_000
export const OFFER_AMOUNT_MAX = 99_999.99

export const AppliedOffer = z.object({
  offerId: z.string(),
  name: z.string(),
  discount: z.number(),
  bonusLeads: z.int(),
})
export type AppliedOffer = z.infer<typeof AppliedOffer>

/** The packages that an offer covers; an empty list means all. */
const OfferScope = z.object({
  leadTypes: z.array(LeadType).check(z.maxLength(3)),
  tiers: z.array(Tier).check(z.maxLength(4)),
  sizes: z.array(Size).check(z.maxLength(4)),
  states: z.array(PlaceName).check(z.maxLength(51)),
})
export type OfferScope = z.infer<typeof OfferScope>

export const PublicOffer = z.extend(OfferScope, {
  id: z.string(),
  name: z.string(),
  kind: OfferKind,
  /** Percent, dollars off all its lines (`fixed`) or leads per package; 0 for `bogo`: the cheaper of two is free. */
  value: z.number(),
  /** Whether it combines with other discounts. Bonus leads always come on top of discounts. */
  isCombinable: z.boolean(),
  endsAt: z.nullable(Instant),
})
export type PublicOffer = z.infer<typeof PublicOffer>

export const listOffers = defineEndpoint('anyone', 'GET', '/api/offers', {
  key: 'any',
  summary: 'The offers in effect now, as the storefront explains them.',
  reply: z.array(PublicOffer),
})

export const OfferState = z.enum(['active', 'scheduled', 'ended', 'inactive', 'used_up'])
export type OfferState = z.infer<typeof OfferState>

export const Offer = z.extend(PublicOffer, {
  state: OfferState,
  isActive: z.boolean(),
  startsAt: z.nullable(Instant),
  usesMax: z.nullable(z.int()),
  usesPerCustomerMax: z.nullable(z.int()),
  /** One of the two standard promotions, which can be changed and turned on or off but not removed. */
  standard: z.nullable(z.enum(['extra_leads_5', 'discount_30'])),
  orders: z.int(),
  /** What it took off them (dollars as text), and the leads it gave, without those of returned packages. */
  cost: z.string(),
  bonusLeadsGiven: z.int(),
  /** Those leads at the price per lead of their packages, in dollars as text. */
  bonusLeadsWorth: z.string(),
  createdAt: Instant,
  /** Counts its changes; a change names the revision that it was made from. */
  revision: z.int(),
})
export type Offer = z.infer<typeof Offer>

const offerFields = z.extend(OfferScope, {
  name: PlainText(OFFER_NAME_LENGTH_MAX),
  kind: OfferKind,
  value: z.union([z.number(), PlainText(20)]),
  startsAt: z.nullish(Instant),
  endsAt: z.nullish(Instant),
  /** How many orders may use it, counted from when it got a limit, and how many orders per email address. */
  usesMax: z.nullish(z.number()),
  usesPerCustomerMax: z.nullish(z.number()),
  isCombinable: z.boolean(),
})

const offerParams = z.object({ offerId: PlainText(64) })

export const listAllOffers = defineEndpoint('admin', 'GET', '/api/admin/offers', {
  key: 'read',
  summary: 'Every offer that was not removed: the standard ones, then newest first, with what each has cost.',
  reply: z.array(Offer),
})

export const previewOffer = defineEndpoint('admin', 'POST', '/api/admin/offers/preview', {
  key: 'read',
  summary: 'What an offer would affect. Changes nothing.',
  body: offerFields,
  reply: z.object({
    packages: z.int(),
    cartLines: z.int(),
    /** The cheapest and the most expensive package of its scope, in dollars: its price, and with only this offer. */
    examples: z
      .array(z.object({ package: z.string(), price: z.number(), after: z.number(), bonusLeads: z.int() }))
      .check(z.maxLength(2)),
  }),
  refusals: ['offer_invalid', 'unknown_state'],
})

export const createOffer = defineEndpoint('admin', 'POST', '/api/admin/offers', {
  key: 'write',
  summary: 'Creates an offer, which is active from its start.',
  body: z.extend(offerFields, { attemptId: AttemptId }),
  reply: Offer,
  /** `offer_invalid` has `details: { field }` and says what is wrong with it. */
  refusals: ['offer_invalid', 'unknown_state', 'too_many_offers'],
})

export const updateOffer = defineEndpoint('admin', 'PUT', '/api/admin/offers/:offerId', {
  key: 'write',
  summary: 'Changes an offer. Paid orders and sent links keep what they were given.',
  params: offerParams,
  body: z.extend(offerFields, { revision: z.int() }),
  reply: Offer,
  refusals: ['offer_unknown', 'offer_invalid', 'unknown_state', 'offer_changed'],
})

export const switchOffer = defineEndpoint('admin', 'POST', '/api/admin/offers/:offerId/switch', {
  key: 'write',
  summary: 'Turns an offer on or off. Repeating it changes nothing.',
  params: offerParams,
  body: z.object({ isActive: z.boolean() }),
  reply: Offer,
  refusals: ['offer_unknown'],
})

export const removeOffer = defineEndpoint('admin', 'DELETE', '/api/admin/offers/:offerId', {
  key: 'write',
  summary: 'Ends an offer for good and takes it off the list; what it gave stays in orders and figures.',
  params: offerParams,
  reply: z.object({ id: z.string() }),
  refusals: ['offer_unknown', 'offer_standard'],
})
