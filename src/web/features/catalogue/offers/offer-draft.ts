import {
  OFFER_AMOUNT_MAX,
  OFFER_EXTRA_LEADS_MAX,
  OFFER_NAME_LENGTH_MAX,
  OFFER_USES_MAX,
  type Offer,
  type OfferKind,
  type previewOffer,
} from '#contract/catalogue/offers.ts'
import type { BodyInputOf } from '#contract/endpoint.ts'
import { centsFromDollars } from '#contract/money.ts'
import type { ApiError } from '#web/lib/call-api.ts'
import { formatCount, formatDollars } from '#web/lib/format.ts'
import type { PackageParts } from '#web/lib/package-checks.tsx'
import { instantOfStoreTime, storeTimeOf } from '#web/lib/store-moment.ts'

/** Texts as in the fields; moments on the store's clock. */
export interface OfferDraft extends PackageParts {
  name: string
  kind: OfferKind
  value: string
  states: string[]
  startsAt: string
  endsAt: string
  usesMax: string
  usesPerCustomerMax: string
  isCombinable: boolean
}

export type OfferField = keyof OfferDraft

export type FieldErrors = Readonly<Partial<Record<OfferField, string>>>

export type OfferBody = BodyInputOf<typeof previewOffer>

export const EMPTY_OFFER: OfferDraft = {
  name: '',
  kind: 'percentage',
  value: '',
  leadTypes: [],
  tiers: [],
  sizes: [],
  states: [],
  startsAt: '',
  endsAt: '',
  usesMax: '',
  usesPerCustomerMax: '',
  isCombinable: false,
}

/** In the order of the form, so the focus goes to the first wrong one. */
const FIELDS = Object.keys(EMPTY_OFFER) as OfferField[]

export function draftOf(offer: Offer, timeZone: string): OfferDraft {
  const wall = (instant: string | null) => (instant === null ? '' : storeTimeOf(Date.parse(instant), timeZone))
  const count = (number: number | null) => (number === null ? '' : String(number))
  return {
    ...termsOf(offer),
    value: offer.kind === 'bogo' ? '' : String(offer.value),
    startsAt: wall(offer.startsAt),
    endsAt: wall(offer.endsAt),
    usesMax: count(offer.usesMax),
    usesPerCustomerMax: count(offer.usesPerCustomerMax),
  }
}

/** The form in wire format, if it has no errors. @param base the edited offer: an unchanged moment keeps its seconds */
export function bodyOf(draft: OfferDraft, timeZone: string, base?: Offer): OfferBody {
  const instant = (wall: string, before: string | null | undefined) =>
    before && storeTimeOf(Date.parse(before), timeZone) === wall ? before : instantOfStoreTime(wall, timeZone)
  const count = (text: string) => (text.trim() === '' ? null : Number(text))
  return {
    ...draft,
    name: draft.name.trim(),
    value: draft.kind === 'bogo' ? 0 : Number(draft.value),
    startsAt: instant(draft.startsAt, base?.startsAt),
    endsAt: instant(draft.endsAt, base?.endsAt),
    usesMax: count(draft.usesMax),
    usesPerCustomerMax: count(draft.usesPerCustomerMax),
  }
}

/** An existing offer as terms, for a preview of what it touches. */
export const termsOf = (offer: Offer): OfferBody =>
  Object.fromEntries(FIELDS.map((field) => [field, offer[field]])) as OfferBody

/** What is wrong with each field. `base` is the edited offer: an unchanged end may be in the past. */
export function fieldErrorsOf(draft: OfferDraft, timeZone: string, nowMs: number, base?: Offer): FieldErrors {
  const all: Partial<Record<OfferField, string | undefined>> = {
    name: nameError(draft.name),
    value: valueError(draft.kind, draft.value),
    startsAt: draft.startsAt !== '' && momentOf(draft.startsAt, timeZone) === null ? SKIPPED_HOUR : undefined,
    endsAt: endError(draft, timeZone, nowMs, base),
    usesMax: usesError(draft.usesMax),
    usesPerCustomerMax: usesError(draft.usesPerCustomerMax),
  }
  return Object.fromEntries(Object.entries(all).filter(([, fieldError]) => fieldError !== undefined))
}

/** The first field with an error, in the order of the form. */
export const firstWrong = (fieldErrors: FieldErrors): OfferField | undefined =>
  FIELDS.find((field) => fieldErrors[field] !== undefined)

/** The field that a refusal is about; null if it is about the whole offer. */
export function fieldOfRefusal(error: ApiError | null): OfferField | null {
  if (error?.code === 'unknown_state') return 'states'
  if (error?.code !== 'offer_invalid') return null
  return FIELDS.find((field) => field === error.details.field) ?? null
}

const SKIPPED_HOUR = 'Clocks skip this hour. Choose a time before or after it.'

function momentOf(wall: string, timeZone: string): number | null {
  const instant = instantOfStoreTime(wall, timeZone)
  return instant === null ? null : Date.parse(instant)
}

function endError({ startsAt, endsAt }: OfferDraft, timeZone: string, nowMs: number, base?: Offer) {
  if (endsAt === '') return undefined
  const ends = momentOf(endsAt, timeZone)
  if (ends === null) return SKIPPED_HOUR
  const starts = startsAt === '' ? null : momentOf(startsAt, timeZone)
  if (starts !== null && ends <= starts) return 'The end must come after the start.'
  const isLeft = base?.endsAt && storeTimeOf(Date.parse(base.endsAt), timeZone) === endsAt
  return ends <= nowMs && !isLeft ? 'Choose a moment in the future.' : undefined
}

function nameError(name: string): string | undefined {
  if (name.trim() === '') return 'Enter a name. Buyers see it in their cart.'
  return name.trim().length > OFFER_NAME_LENGTH_MAX ? `A name has ${OFFER_NAME_LENGTH_MAX} letters at most.` : undefined
}

function valueError(kind: OfferKind, text: string): string | undefined {
  const typed = text.trim()
  switch (kind) {
    case 'bogo':
      return undefined
    case 'percentage':
      if (!/^\d{1,3}(\.\d{1,2})?$/.test(typed)) return 'Enter a percentage, e.g. 20 or 12.5.'
      return Number(typed) > 0 && Number(typed) <= 100 ? undefined : 'The percentage must be above 0 and at most 100.'
    case 'fixed': {
      const cents = centsFromDollars(typed)
      if (cents === null) return 'Enter an amount in dollars, e.g. 50 or 49.50.'
      return cents > 0 && cents <= Math.round(OFFER_AMOUNT_MAX * 100)
        ? undefined
        : `The amount must be between $0.01 and ${formatDollars(OFFER_AMOUNT_MAX)}.`
    }
    case 'extra_leads':
      return isCountUpTo(typed, OFFER_EXTRA_LEADS_MAX)
        ? undefined
        : `Enter a whole number between 1 and ${OFFER_EXTRA_LEADS_MAX}.`
  }
}

const usesError = (text: string): string | undefined =>
  text.trim() === '' || isCountUpTo(text.trim(), OFFER_USES_MAX)
    ? undefined
    : `Enter a whole number between 1 and ${formatCount(OFFER_USES_MAX)}, or nothing for no limit.`

const isCountUpTo = (text: string, max: number): boolean =>
  /^\d{1,7}$/.test(text) && Number(text) >= 1 && Number(text) <= max
