/** Sample leads. The people are invented: 555-01xx numbers, addresses at example.com, a ZIP code not in use. */
import { LEAD_TYPE_NAMES, LEAD_TYPES, type LeadType, type Tier } from '#contract/catalogue/catalogue.ts'
import type { CsvCell } from '#contract/csv.ts'
import type { LeadFact } from '#contract/stock/stock.ts'
import { joinMailing } from './lead-parts.ts'
import { leadSheet, type SheetLead } from './lead-sheet.ts'

export const SAMPLE_PLACE = { state: 'Texas', county: 'Travis' } as const

/** Fixed, so a page and a file that were made at different times show the same; the same day in every zone of ours. */
const SOLD_AT = Date.UTC(2026, 10, 20, 20)
const DAY_MS = 24 * 60 * 60 * 1_000

/** Days between finding and selling the lead, within the tier's range. */
export const SAMPLE_AGE_DAYS: Readonly<Record<Tier, number>> = { vip: 1, premier: 6, premium: 21, standard: 45 }

const owner = (first: string, last: string) => ({ owner_first_name: first, owner_last_name: last, owner_company: null })

const PLAIN = { city: 'Austin', zip: '78700', is_do_not_call: false, is_left_alone: false }

const mailing = (street: string, city: string, state: string, zip: string) => ({
  mailing_address: joinMailing({ street, city, state, zip }),
  mailing_street: street,
  mailing_city: city,
  mailing_state: state,
  mailing_zip: zip,
})

/** They have the same number of phones and emails, so their rows have the same columns. */
const SAMPLE_LEADS: Readonly<Record<LeadType, Omit<SheetLead, 'acquired_at' | 'sold_at'>>> = {
  vacant: {
    ...PLAIN,
    address: '4118 Sample Creek Dr',
    owner_names: ['Marlene Voss', 'Peter Voss'],
    ...owner('Marlene', 'Voss'),
    ...mailing('27 Example Orchard Ln', 'Tulsa', 'OK', '74100'),
    phones: [
      { number: '+19185550142', kind: 'mobile', isDoNotCall: false },
      { number: '+19185550117', kind: 'landline', isDoNotCall: true },
    ],
    emails: ['marlene.voss@example.com'],
    facts: { valueCents: 31_200_000, equityPercent: 74, beds: 3, yearBuilt: 1978, lastSaleOn: '2003-06-17' },
    source: 'County records (sample)',
    consent: null,
  },
  owner: {
    ...PLAIN,
    address: '906 Sample Meadow Ct',
    owner_names: ['Dario Quintana'],
    ...owner('Dario', 'Quintana'),
    ...mailing('906 Sample Meadow Ct', 'Austin', 'TX', '78700'),
    phones: [
      { number: '+15125550163', kind: 'mobile', isDoNotCall: false },
      { number: '+15125550128', kind: 'landline', isDoNotCall: false },
    ],
    emails: ['d.quintana@example.com'],
    facts: { valueCents: 42_850_000, equityPercent: 58, beds: 4, yearBuilt: 1996, lastSaleOn: '2011-09-02' },
    source: 'Web form (sample)',
    consent: 'Web form, 2026-09-30',
  },
  landlord: {
    ...PLAIN,
    address: '2250 Sample Ridge Rd',
    owner_names: ['Harlan Ostrander'],
    ...owner('Harlan', 'Ostrander'),
    ...mailing('61 Example Harbor Way', 'Tacoma', 'WA', '98400'),
    phones: [
      { number: '+12535550184', kind: 'voip', isDoNotCall: false },
      { number: '+12535550109', kind: 'mobile', isDoNotCall: true },
    ],
    emails: ['harlan.ostrander@example.com'],
    facts: { valueCents: 26_400_000, equityPercent: 91, beds: 2, yearBuilt: 1964, lastSaleOn: '1998-02-25' },
    source: 'Rental registry (sample)',
    consent: null,
  },
}

type Has = (fact: LeadFact) => boolean
/** A sample lead with only the facts that it `has`. */
export function sampleLead(leadType: LeadType, has: Has) {
  const { phones, emails, facts, ...lead } = SAMPLE_LEADS[leadType]
  const { valueCents, equityPercent, ...home } = facts ?? {}
  return {
    ...lead,
    phones: phones?.filter((_, index) => has(index === 0 ? 'phone' : 'secondPhone')) ?? [],
    emails: has('email') ? emails : [],
    facts: {
      ...(has('value') && valueCents !== undefined && { valueCents }),
      ...(has('equity') && equityPercent !== undefined && { equityPercent }),
      ...(has('home') && home),
    },
  }
}

/** The table of one sample lead of a list: the header and its row, as in a delivered file. */
export function sampleSheet(leadType: LeadType, tier: Tier, has: Has = () => true): CsvCell[][] {
  const lead = {
    ...sampleLead(leadType, has),
    sold_at: new Date(SOLD_AT),
    acquired_at: new Date(SOLD_AT - SAMPLE_AGE_DAYS[tier] * DAY_MS),
  }
  return leadSheet([lead], { ...SAMPLE_PLACE, leadTypeName: LEAD_TYPE_NAMES[leadType], timeZone: 'UTC' })
}

/** The table of the file that everyone may download: a VIP lead of each list. */
export function sampleFileSheet(): CsvCell[][] {
  const [header = []] = sampleSheet('vacant', 'vip')
  return [header, ...LEAD_TYPES.flatMap((leadType) => sampleSheet(leadType, 'vip').slice(1))]
}
