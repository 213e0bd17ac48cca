import * as contract from '#contract/catalogue/offers.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { centsFromDollars } from '#contract/money.ts'
import { formatCents } from '#contract/plain-values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { oneLine } from '#server/platform/text/text.ts'
import type { OfferRow } from './offer-queries.ts'
import { loadPlaces } from './places.ts'

export type OfferFields = BodyOf<typeof contract.previewOffer>

export type OfferTerms = Omit<OfferRow, 'offer_id' | 'is_active' | 'used' | 'standard' | 'revision' | 'created_at'>

export const invalid = (field: keyof OfferFields, message: string): Refusal =>
  new Refusal('offer_invalid', { message, details: { field } })

const AMOUNT_CENTS_MAX = Math.round(contract.OFFER_AMOUNT_MAX * 100)

/** Returns the number that is stored for an offer. @throws Refusal `offer_invalid` */
function readValue(kind: contract.OfferKind, value: number | string): number {
  // Hundredths; null for anything but a plain number with at most two decimals (`1e308`, `NaN`, `12.345`, `-3`).
  const amount = centsFromDollars(value)
  switch (kind) {
    case 'percentage':
      if (amount === null || amount < 1 || amount > 10_000)
        throw invalid('value', 'The percentage must be more than 0 and at most 100, with at most two decimals.')
      return amount
    case 'fixed':
      if (amount === null || amount < 1 || amount > AMOUNT_CENTS_MAX) {
        const message = `The amount must be between $0.01 and ${formatCents(AMOUNT_CENTS_MAX)}, with at most two decimals.`
        throw invalid('value', message)
      }
      return amount
    case 'extra_leads':
      if (amount === null || amount % 100 !== 0 || amount < 100 || amount > contract.OFFER_EXTRA_LEADS_MAX * 100)
        throw invalid('value', `Extra leads must be a whole number from 1 to ${contract.OFFER_EXTRA_LEADS_MAX}.`)
      return amount / 100
    case 'bogo':
      if (amount !== 0 && value !== '')
        throw invalid('value', 'This kind of offer has no number: of each two packages the cheaper one is free.')
      return 0
  }
}

function readLimit(field: 'usesMax' | 'usesPerCustomerMax', limit: number | null | undefined): number | null {
  if (limit === null || limit === undefined) return null
  if (!Number.isInteger(limit) || limit < 1 || limit > contract.OFFER_USES_MAX)
    throw invalid(field, 'A limit must be a whole number from 1 to 1,000,000. Leave it empty for no limit.')
  return limit
}

const once = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]

/** @throws Refusal `offer_invalid` with the field that is wrong, `unknown_state` */
export async function readOffer(ctx: PlatformContext, body: OfferFields): Promise<OfferTerms> {
  // The audit log stores it as JSON, which cannot hold half a character.
  const name = oneLine(body.name.toWellFormed())
  if (name === null) throw invalid('name', 'Give the offer a name. Buyers read it beside their price.')
  const value = readValue(body.kind, body.value)
  const startsAt = body.startsAt ? new Date(body.startsAt) : null
  const endsAt = body.endsAt ? new Date(body.endsAt) : null
  if (startsAt && endsAt && endsAt <= startsAt) throw invalid('endsAt', 'The offer must end after it starts.')
  const usesMax = readLimit('usesMax', body.usesMax)
  const usesPerCustomerMax = readLimit('usesPerCustomerMax', body.usesPerCustomerMax)
  const places = await loadPlaces(ctx)
  for (const state of body.states) places.countiesOf(state)
  return {
    name,
    kind: body.kind,
    value,
    lead_types: once(body.leadTypes),
    tiers: once(body.tiers),
    sizes: once(body.sizes),
    states: once(body.states),
    starts_at: startsAt,
    ends_at: endsAt,
    is_combinable: body.isCombinable,
    uses_max: usesMax,
    uses_per_customer_max: usesPerCustomerMax,
  }
}
