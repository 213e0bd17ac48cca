import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { STATE_BY_CODE } from '#contract/catalogue/state-codes.ts'
import { csvRows } from '#testing/deliveries.ts'
import { joinMailing, type KeptParts, mailingPartsOf, ownerPartsOf } from './lead-parts.ts'

/** A lead from before parts were kept, unless parts are given. */
const aLead = (lead: Partial<KeptParts> = {}): KeptParts => ({
  owner_names: ['Jane Doe'],
  ...{ owner_first_name: null, owner_last_name: null, owner_company: null, mailing_address: null },
  ...{ mailing_street: null, mailing_city: null, mailing_state: null, mailing_zip: null },
  ...lead,
})

describe('an owner', () => {
  test.each<[string, Partial<KeptParts>, (string | null)[]]>([
    ['kept in parts', { owner_first_name: 'Mary Ann', owner_last_name: 'Van Dyke' }, ['Mary Ann', 'Van Dyke', null]],
    ['of whom only the last name is known', { owner_last_name: 'Doe' }, [null, 'Doe', null]],
    [
      'with a company',
      { owner_first_name: 'Jane', owner_last_name: 'Doe', owner_company: 'Oak' },
      ['Jane', 'Doe', 'Oak'],
    ],
    ['with a company and a whole name', { owner_company: 'Oak Hill' }, ['Jane', 'Doe', 'Oak Hill']],
    ['that is a company', { owner_names: ['Oak Hill'], owner_company: 'Oak Hill' }, [null, null, 'Oak Hill']],
    ['that is a company in the column for last names', { owner_last_name: 'Oak LLC' }, [null, null, 'Oak LLC']],
    ['whose data was deleted', { owner_names: null }, [null, null, null]],
  ])('%s', (_, lead, [firstName, lastName, company]) => {
    expect(ownerPartsOf(aLead(lead))).toEqual({ firstName, lastName, company })
  })

  const NAMES = csvRows(readFileSync(join(import.meta.dirname, 'whole-names.csv'))).slice(1)
  test.each(NAMES)('known whole as %s has the first name %j, the last name %j and the company %j', (name, ...parts) => {
    const { firstName, lastName, company } = ownerPartsOf(aLead({ owner_names: [name] }))
    expect([firstName, lastName, company].map((part) => part ?? '')).toEqual(parts)
  })
})

describe('a mailing address', () => {
  const words = fc.stringMatching(/^[A-Za-z][A-Za-z .'’-]{0,20}[a-z]$/)
  const cells = fc.record({
    street: fc.tuple(fc.integer({ min: 1, max: 9_999 }), words).map(([number, name]) => `${number} ${name}`),
    city: words,
    state: fc.constantFrom(...STATE_BY_CODE.keys()),
    zip: fc.integer({ min: 501, max: 99_999 }).map((zip) => String(zip).padStart(5, '0')),
  })

  test('that was joined from its parts is taken apart into the same parts', () => {
    const check = (parts: Parameters<typeof joinMailing>[0]) =>
      expect(mailingPartsOf(aLead({ mailing_address: joinMailing(parts) }))).toEqual(parts)
    fc.assert(fc.property(cells, (parts) => void check(parts)))
  })

  test.each<[string, string, (string | null)[]]>([
    ['with a unit', '4 Oak St, Apt 9, Dallas, TX 75001-1234', ['4 Oak St, Apt 9', 'Dallas', 'TX', '75001-1234']],
    ['without a city', '4 Oak St, Apt 9, TX 75001', ['4 Oak St, Apt 9, TX 75001', null, null, null]],
    ['without commas', '4 Oak St Dallas TX 75001', ['4 Oak St Dallas TX 75001', null, null, null]],
    ['in another country', '1 Rue X, Paris, FR 75001', ['1 Rue X, Paris, FR 75001', null, null, null]],
    ['without a ZIP', 'PO Box 1, Austin, TX', ['PO Box 1, Austin, TX', null, null, null]],
  ])('that is known only whole, %s', (_, whole, [street, city, state, zip]) => {
    expect(mailingPartsOf(aLead({ mailing_address: whole }))).toEqual({ street, city, state, zip })
  })

  test('has its state as a code and all digits of its ZIP', () => {
    const place = { mailing_city: 'Boston', mailing_state: 'massachusetts', mailing_zip: '2101' }
    const whole = { mailing_address: 'PO Box 9, Boston, massachusetts 2101', mailing_street: 'PO Box 9' }
    const parts = { street: 'PO Box 9', city: 'Boston', state: 'MA', zip: '02101' }
    expect(mailingPartsOf(aLead({ ...whole, ...place }))).toEqual(parts)
  })
})
