import { expect, test } from 'vitest'
import { leadRecordOf } from './lead-record.ts'
import type { SheetLead } from './lead-sheet.ts'

const PLACE = { state: 'Texas', county: 'Travis', leadTypeName: 'Vacant Houses', timeZone: 'America/Chicago' }
const LEAD: SheetLead = {
  acquired_at: new Date('2026-11-18T03:00:00Z'),
  sold_at: new Date('2026-11-21T10:00:00Z'),
  address: '1 Elm St',
  city: 'Austin',
  zip: '78701',
  owner_names: ['Ann Lee Owner', 'Bob Owner'],
  ...{ owner_first_name: 'Ann Lee', owner_last_name: 'Owner', owner_company: null },
  mailing_address: 'PO Box 1, Dallas, TX 75001',
  ...{ mailing_street: 'PO Box 1', mailing_city: 'Dallas', mailing_state: 'TX', mailing_zip: '75001' },
  phones: [
    { number: '+15125550100', kind: 'mobile', isDoNotCall: true },
    { number: '+442079460000', kind: 'landline', isDoNotCall: false },
  ],
  emails: ['ann@example.com'],
  facts: { valueCents: 31_250_050, lastSaleOn: '2001-05-09' },
  source: 'County records',
  is_do_not_call: false,
  consent: null,
  is_left_alone: false,
}

test('a record has each fact of a lead apart', () => {
  expect(leadRecordOf(LEAD, PLACE)).toEqual({
    owner: { firstName: 'Ann Lee', lastName: 'Owner', company: null },
    ownerNames: ['Ann Lee Owner', 'Bob Owner'],
    property: { street: '1 Elm St', city: 'Austin', state: 'TX', zip: '78701' },
    county: 'Travis',
    leadType: 'Vacant Houses',
    mailing: { street: 'PO Box 1', city: 'Dallas', state: 'TX', zip: '75001' },
    mailingAddress: 'PO Box 1, Dallas, TX 75001',
    phones: [
      { e164: '+15125550100', digits: '5125550100', kind: 'mobile', isDoNotCall: true },
      { e164: '+442079460000', digits: '00442079460000', kind: 'landline', isDoNotCall: false },
    ],
    emails: ['ann@example.com'],
    ...{ valueCents: 31_250_050, equityPercent: null, beds: null, yearBuilt: null, lastSaleOn: '2001-05-09' },
    ...{ foundOn: '2026-11-17', ageDays: 3, isDoNotCall: false, consent: null, source: 'County records' },
  })
})

test('all phones of an owner who must not be called at all are marked', () => {
  const record = leadRecordOf({ ...LEAD, is_do_not_call: true }, PLACE)

  expect(record?.isDoNotCall).toBe(true)
  expect(record?.phones.map(({ isDoNotCall }) => isDoNotCall)).toEqual([true, true])
})

test.each<[string, Partial<SheetLead>]>([
  ['opted out', { is_left_alone: true }],
  ['is no longer kept', { address: null, city: null, zip: null, owner_names: null, source: null }],
])('there is no record of a lead that %s', (_, lead) => {
  expect(leadRecordOf({ ...LEAD, ...lead }, PLACE)).toBeNull()
})
