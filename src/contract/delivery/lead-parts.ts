/**
 * The parts of a lead's owner and mailing address, as far as they are known. A lead file may have them separate or
 * whole; older leads have them only whole. A whole name is split only if its order is clear.
 */
import { STATE_BY_CODE, stateCodeOf } from '#contract/catalogue/state-codes.ts'
import nameWords from './name-words.json' with { type: 'json' }
import { splitWholeName } from './whole-name.ts'

export interface KeptParts {
  /** Null if the owner had the lead deleted, or its retention ended. */
  owner_names: readonly string[] | null
  owner_first_name: string | null
  owner_last_name: string | null
  owner_company: string | null
  mailing_address: string | null
  mailing_street: string | null
  mailing_city: string | null
  mailing_state: string | null
  mailing_zip: string | null
}

/** The first owner. A name that cannot be split is the `lastName`, which importers require. */
export interface OwnerParts {
  firstName: string | null
  lastName: string | null
  company: string | null
}

export interface AddressParts {
  street: string | null
  city: string | null
  state: string | null
  /** Five digits, or nine with a hyphen, in the US. */
  zip: string | null
}

type MailingCells = Readonly<Record<keyof AddressParts, string>>

/** Joins a mailing address as the columns of lead files do: `PO Box 9, Dallas, TX 75001`. Empty parts are left out. */
export function joinMailing({ street, city, state, zip }: MailingCells): string {
  const start = city === '' ? street : street === '' ? city : `${street}, ${city}`
  const end = state === '' ? zip : zip === '' ? state : `${state} ${zip}`
  return end === '' || start === '' ? start : `${start}, ${end}`
}

/** `…, Dallas, TX 75001`. A city has no digits, so `…, Apt 4, TX 75001` has none here. */
const WHOLE_MAILING = /^(.+), ([^,\d]+), ([A-Z]{2}) (\d{5}(?:-\d{4})?)$/
/** A spreadsheet drops the leading zeros of Boston. */
const zipOf = (zip: string) => (/^\d{3,4}$/.test(zip) ? zip.padStart(5, '0') : zip.replace(/^(\d{5})(\d{4})$/, '$1-$2'))

const some = (text: string): string | null => (text === '' ? null : text)

function splitMailing(whole: string): AddressParts | null {
  const [, street, city, state = '', zip] = WHOLE_MAILING.exec(whole) ?? []
  if (!street || !city || !zip || !STATE_BY_CODE.has(state)) return null
  return { street: street.trim(), city: city.trim(), state, zip }
}

/**
 * Returns the mailing address in parts; null if there is none. A whole address that ends in city, state and ZIP, as the
 * store joins them, is taken apart; any other is the street. Kept parts count only if they make up the whole, so those
 * of an earlier address never go out with a later one.
 */
export function mailingPartsOf(lead: KeptParts): AddressParts | null {
  const whole = lead.mailing_address
  if (whole === null) return null
  const kept: MailingCells = {
    street: lead.mailing_street ?? '',
    city: lead.mailing_city ?? '',
    state: lead.mailing_state ?? '',
    zip: lead.mailing_zip ?? '',
  }
  if (joinMailing(kept) !== whole) return splitMailing(whole) ?? { street: whole, city: null, state: null, zip: null }
  return {
    street: some(kept.street),
    city: some(kept.city),
    state: some(stateCodeOf(kept.state)),
    zip: some(zipOf(kept.zip)),
  }
}

/** Legal forms at the end, words of trusts and companies after the first word, and offices at the start. */
const COMPANY = new RegExp(
  `[\\s,.](?:(?:${nameWords.legalForm})\\.?$|(?:${nameWords.company})\\b)|^(?:${nameWords.office})\\s+of\\b`,
  'i',
)

/** The first owner. A whole name is a company if its words say so, else split if it is clear, else a last name alone. */
export function ownerPartsOf(lead: KeptParts): OwnerParts {
  const { owner_first_name: firstName, owner_last_name: lastName, owner_company: company } = lead
  const [whole = null] = lead.owner_names ?? []
  if (whole === null) return { firstName: null, lastName: null, company: null }
  if (firstName !== null) return { firstName, lastName, company }
  const name = lastName ?? (whole === company ? null : whole)
  if (name !== null && company === null && COMPANY.test(name)) return { firstName: null, lastName: null, company: name }
  const split = lastName === null && name !== null ? splitWholeName(name) : null
  return { firstName: null, lastName: name, ...split, company }
}

/** For a mail merge, which would say "Hi ," without one. */
export const mergedFirstName = (owner: OwnerParts): string => owner.firstName ?? 'Property Owner'
