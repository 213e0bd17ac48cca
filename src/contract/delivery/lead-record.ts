/** A lead in the form that other programs take, each fact separate. The files for other tools are made from this. */
import { stateCodeOf } from '#contract/catalogue/state-codes.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { type AddressParts, mailingPartsOf, type OwnerParts, ownerPartsOf } from './lead-parts.ts'
import { ageInDays, type PhoneKind, type SheetLead, type SheetPlace } from './lead-sheet.ts'

export interface RecordPhone {
  /** E.164: `+15125550100`. */
  e164: string
  /** As dialed in the US, without signs: ten digits, or `00` and the digits of a number abroad. */
  digits: string
  kind: PhoneKind
  isDoNotCall: boolean
}

export interface LeadRecord {
  owner: OwnerParts
  ownerNames: readonly string[]
  property: AddressParts
  county: string
  /** In words, such as `Vacant Houses`. */
  leadType: string
  mailing: AddressParts | null
  mailingAddress: string | null
  phones: readonly RecordPhone[]
  emails: readonly string[]
  valueCents: number | null
  /** As a share of the value, 0 to 100. */
  equityPercent: number | null
  beds: number | null
  yearBuilt: number | null
  /** `YYYY-MM-DD`, as all days here. */
  lastSaleOn: string | null
  foundOn: string
  ageDays: number
  isDoNotCall: boolean
  consent: string | null
  source: string
}

const OWN_NUMBER = /^\+1(\d{10})$/

/** Writes an E.164 number as it is dialed in the US: `5125550100`, or `00442079460000` for a number abroad. */
export const dialedDigits = (e164: string): string => OWN_NUMBER.exec(e164)?.[1] ?? e164.replace(/^\+/, '00')

/** Null if the store no longer has the facts, because the owner opted out or their time is over. */
export function leadRecordOf(lead: SheetLead, place: SheetPlace): LeadRecord | null {
  const { address, city, zip, owner_names, source, facts, is_left_alone } = lead
  if (is_left_alone || address === null || city === null || zip === null || source === null) return null
  const isDoNotCall = lead.is_do_not_call === true
  return {
    owner: ownerPartsOf(lead),
    ownerNames: owner_names ?? [],
    property: { street: address, city, state: stateCodeOf(place.state), zip },
    county: place.county,
    leadType: place.leadTypeName,
    mailing: mailingPartsOf(lead),
    mailingAddress: lead.mailing_address,
    phones: (lead.phones ?? []).map(({ number, kind, isDoNotCall: isMarked }) => ({
      e164: number,
      digits: dialedDigits(number),
      kind,
      isDoNotCall: isMarked || isDoNotCall,
    })),
    emails: lead.emails ?? [],
    valueCents: facts?.valueCents ?? null,
    equityPercent: facts?.equityPercent ?? null,
    beds: facts?.beds ?? null,
    yearBuilt: facts?.yearBuilt ?? null,
    lastSaleOn: facts?.lastSaleOn ?? null,
    foundOn: storeDayOf(lead.acquired_at, place.timeZone),
    ageDays: ageInDays(lead),
    isDoNotCall,
    consent: lead.consent,
    source,
  }
}
