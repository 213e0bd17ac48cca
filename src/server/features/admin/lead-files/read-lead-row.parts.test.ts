/** The parts of owner and mailing address in a row, and that they change no fingerprint. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LeadMapping, suggestMapping } from '#contract/admin/lead-file-fields.ts'
import { stateCodeOf } from '#contract/catalogue/state-codes.ts'
import { type KeptParts, mailingPartsOf, ownerPartsOf } from '#contract/delivery/lead-parts.ts'
import { normalizeOwners, ownerKeyOf } from '#server/features/stock/normalize-address.ts'
import { PhoneReader } from '#server/platform/phone-reader.ts'
import { KnownCounties } from './known-counties.ts'
import { AcquiredReader } from './read-facts.ts'
import { LeadRowReader, ROW_COLUMNS } from './read-lead-row.ts'

const SECRET = 'x'.repeat(64)
const GOOD: Readonly<Record<string, string>> = {
  Address: '12 Main St',
  City: 'Austin',
  Zip: '78701',
  FIPS: '48453',
  'Lead Type': 'vacant',
  Acquired: '2026-03-19',
}
const COLUMNS = [
  ...Object.keys(GOOD),
  ...['Owner', 'First Name', 'Last Name', 'Company', 'Owner 2'],
  ...['Mailing Address', 'Mailing City', 'Mailing State', 'Mailing Zip'],
]
const ALL = suggestMapping(COLUMNS)
const without = (...fields: (keyof LeadMapping)[]): LeadMapping =>
  Object.fromEntries(Object.entries(ALL).filter(([field]) => !fields.some((one) => one === field)))

const ESCAPED: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', '\\': '\\' }
const decode = (cell: string): string | null =>
  cell === '\\N' ? null : cell.replace(/\\(.)/g, (_, sign: string) => ESCAPED[sign] ?? sign)

/** @returns the reason of a refused row, or its columns as PostgreSQL would have them */
function read(cells: Readonly<Record<string, string>>, mapping = ALL): string | Record<string, string | null> {
  const reader = new LeadRowReader({
    mapping,
    columns: COLUMNS,
    uploadNo: 7,
    source: 'County records',
    secret: SECRET,
    counties: new KnownCounties([{ fips: '48453', state: 'Texas', name: 'Travis' }]),
    acquired: new AcquiredReader(new Date('2026-03-20T12:00:00Z'), 'America/New_York'),
    phones: new PhoneReader(),
    today: '2026-03-20',
  })
  const all = { ...GOOD, ...cells }
  const reason = reader.read(
    COLUMNS.map((column) => all[column] ?? ''),
    2,
  )
  if (reason) return reason
  const values = reader.line.slice(0, -1).split('\t')
  return Object.fromEntries(ROW_COLUMNS.split(', ').map((column, at) => [column, decode(values[at] ?? '')]))
}

/** A row as the delivery reads it. */
function kept(cells: Readonly<Record<string, string>>, mapping = ALL): KeptParts {
  const row = read(cells, mapping)
  if (typeof row === 'string') throw new Error(row)
  const [, first = ''] = /^\{(?:"((?:[^"\\]|\\.)*)")?/.exec(row.owner_names ?? '') ?? []
  return {
    owner_names: [first.replace(/\\(.)/g, '$1')],
    owner_first_name: row.owner_first_name ?? null,
    owner_last_name: row.owner_last_name ?? null,
    owner_company: row.owner_company ?? null,
    mailing_address: row.mailing_address ?? null,
    mailing_street: row.mailing_street ?? null,
    mailing_city: row.mailing_city ?? null,
    mailing_state: row.mailing_state ?? null,
    mailing_zip: row.mailing_zip ?? null,
  }
}

/** Letters and signs that files, COPY and arrays treat in their own ways. */
const SIGNS = [...'abcdefgXYZ  .,;&\'"\\/-1éñ王Ω’']
const text = fc
  .array(fc.constantFrom(...SIGNS), { minLength: 2, maxLength: 20 })
  .map((signs) => `${signs.join('').trim()}`)
  .filter((word) => /^[A-Za-zéñ王Ω]/.test(word) && /[a-z]/i.test(word))
const orNone = fc.option(text, { nil: '' })

test('the parts of a row come out as they went in', () => {
  const rows = fc.record({
    first: text,
    last: text,
    company: orNone,
    street: orNone,
    city: text,
    state: orNone,
    zip: orNone,
  })
  fc.assert(
    fc.property(rows, ({ first, last, company, street, city, state, zip }) => {
      const lead = kept({
        'First Name': first,
        'Last Name': last,
        Company: company,
        'Mailing Address': street,
        'Mailing City': city,
        'Mailing State': state,
        'Mailing Zip': zip,
      })

      expect(ownerPartsOf(lead)).toEqual({ firstName: first, lastName: last, company: company || null })
      expect(lead.owner_names).toEqual([`${first} ${last}`])
      expect(mailingPartsOf(lead)).toEqual({
        street: street || null,
        city,
        state: stateCodeOf(state) || null,
        zip: zip || null,
      })
    }),
  )
})

test('the fingerprint of an owner is that of the whole name, whatever parts a file has', () => {
  fc.assert(
    fc.property(text, text, orNone, (first, last, company) => {
      const whole = `${first} ${last}`
      fc.pre(!whole.includes(';'))
      const key = ownerKeyOf({ secrets: { fingerprints: SECRET } }, normalizeOwners([whole]))
      const cells = { 'First Name': first, 'Last Name': last, Company: company }

      expect(read({ Owner: whole })).toMatchObject({ owner_key: key })
      expect(read(cells)).toMatchObject({ owner_key: key })
      expect(read({ ...cells, Owner: whole })).toMatchObject({ owner_key: key })
      expect(read(cells, without('ownerCompany'))).toMatchObject({ owner_key: key })
    }),
  )
})

test('the fingerprints are those of earlier releases', () => {
  expect(read({ 'First Name': 'Jane', 'Last Name': 'Doe', Company: 'Oak Hill LLC' })).toMatchObject({
    property_key: '576006b3-5ef5-b0cc-e751-11bc53f7a74d',
    owner_key: '7ffa0d7f-7577-ad3f-097a-d30f309a7ce4',
  })
})

test('a company alone is the owner', () => {
  expect(read({ Company: 'Oak Hill' })).toMatchObject({ owner_names: '{"Oak Hill"}', owner_company: 'Oak Hill' })
  expect(ownerPartsOf(kept({ Company: 'Oak Hill' }))).toEqual({ firstName: null, lastName: null, company: 'Oak Hill' })
})

test('an owner and an address in one cell have no parts', () => {
  expect(read({ Owner: 'Jane Doe', 'Mailing Address': 'PO Box 9, Dallas, TX 75001' })).toMatchObject({
    owner_first_name: null,
    owner_last_name: null,
    owner_company: null,
    mailing_address: 'PO Box 9, Dallas, TX 75001',
    mailing_street: null,
    mailing_city: null,
    mailing_state: null,
    mailing_zip: null,
  })
})

test.each(['First Name', 'Last Name', 'Company', 'Mailing City'])('a formula in %s refuses the row', (column) => {
  expect(read({ Owner: 'Jane Doe', [column]: '=1+1' })).toBe('formula')
})
