/** What a row may contain, why rows are refused, and that the parts of a name and an address change no fingerprint. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LeadMapping } from '#contract/admin/lead-file-fields.ts'
import { stateCodeOf } from '#contract/catalogue/state-codes.ts'
import { type KeptParts, mailingPartsOf, ownerPartsOf } from '#contract/delivery/lead-parts.ts'
import { refusedWords } from '#contract/imports/imports.ts'
import { proposeMapping } from '#server/features/imports/header.ts'
import { KnownCounties } from '#server/features/imports/known-counties.ts'
import { sampleColumns } from '#server/features/imports/understand-columns.ts'
import { normalizeOwners, ownerKeyOf } from '#server/features/stock/normalize-address.ts'
import { loadZipCounties } from '#server/features/stock/zip-counties.ts'
import { PhoneReader } from '#server/platform/text/phone-numbers.ts'
import { runsOf } from '#testing/lane.ts'
import { zipsOf } from '#testing/make-lead-file.ts'
import { AcquiredReader } from './read-facts.ts'
import { LeadRowReader, ROW_COLUMNS } from './read-lead-row.ts'

const NOW = new Date('2026-03-20T12:00:00Z')
const COLUMNS = [
  ...['Address', 'City', 'State', 'Zip', 'County', 'FIPS', 'Lead Type', 'Acquired', 'Owner', 'Owner 2'],
  ...['First Name', 'Last Name', 'Company'],
  ...['Mailing Address', 'Mailing City', 'Mailing State', 'Mailing Zip'],
  ...['Phone 1', 'Phone 1 Type', 'Phone 1 DNC', 'Phone 2'],
  ...['Email', 'Value', 'Equity %', 'Beds', 'Year Built', 'Last Sale', 'Source', 'Consent', 'DNC'],
]
const GOOD: Readonly<Record<string, string>> = {
  Address: '12 Main St',
  City: 'Austin',
  Zip: '78701',
  FIPS: '48453',
  'Lead Type': 'vacant',
  Acquired: '2026-03-19',
  Owner: 'Jane Doe',
}
const COUNTIES = [
  { fips: '48453', state: 'Texas', name: 'Travis' },
  { fips: '48201', state: 'Texas', name: 'Harris' },
  { fips: '48491', state: 'Texas', name: 'Williamson' },
  { fips: '10001', state: 'Delaware', name: 'Kent' },
  { fips: '01001', state: 'Alabama', name: 'Autauga' },
  { fips: '24510', state: 'Maryland', name: 'Baltimore City' },
  { fips: '24005', state: 'Maryland', name: 'Baltimore' },
  { fips: '51510', state: 'Virginia', name: 'Alexandria' },
  { fips: '35013', state: 'New Mexico', name: 'Doña Ana' },
  { fips: '17163', state: 'Illinois', name: 'St. Clair' },
]

const SECRET = 'x'.repeat(64)
const ZIPS = await loadZipCounties()
const PHONES = new PhoneReader()

const suggestMapping = (columns: readonly string[]) => proposeMapping(sampleColumns(columns, []), undefined).mapping
const ALL = suggestMapping(COLUMNS)
const BY_ZIP: LeadMapping = { ...ALL, countyByZip: { fixed: 'Yes' } }

function makeReader(mapping: LeadMapping = ALL): LeadRowReader {
  return new LeadRowReader({
    ...{ mapping, columns: COLUMNS, uploadNo: 7, source: 'County records', secret: SECRET, today: '2026-03-20' },
    ...{ zips: ZIPS, counties: new KnownCounties(COUNTIES), phones: PHONES },
    acquired: new AcquiredReader(NOW, 'America/New_York'),
  })
}

const cellsOf = (cells: Readonly<Record<string, string>>): string[] =>
  COLUMNS.map((column) => ({ ...GOOD, ...cells })[column] ?? '')

const ESCAPED: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', '\\': '\\' }
const decode = (cell: string): string | null =>
  cell === '\\N' ? null : cell.replace(/\\(.)/g, (_, sign: string) => ESCAPED[sign] ?? sign)

/** @returns the reason of a refused row, or the columns of an accepted one as PostgreSQL would have them */
function read(cells: Readonly<Record<string, string>>, mapping?: LeadMapping): string | Record<string, string | null> {
  const reader = makeReader(mapping)
  const reason = reader.read(cellsOf(cells), 2)
  if (reason) return reason
  const values = reader.line.slice(0, -1).split('\t')
  return Object.fromEntries(ROW_COLUMNS.split(', ').map((column, at) => [column, decode(values[at] ?? '')]))
}

describe('a row', () => {
  test('becomes a lead with all its values', () => {
    const row = read({
      ...{ 'Owner 2': 'José O’Neil', Source: 'Skip trace', Consent: 'Agreed by phone', DNC: 'yes' },
      ...{ 'Mailing Address': 'PO Box 9', 'Mailing City': 'Dallas', 'Mailing State': 'TX', 'Mailing Zip': '75001' },
      ...{ 'Phone 1': '(512) 867-5309', 'Phone 1 Type': 'Mobile', 'Phone 1 DNC': 'Y', 'Phone 2': '512 867 5310' },
      ...{ Email: 'Jane@Example.com', Value: '$251,000', 'Equity %': '45%', Beds: '3', 'Year Built': '1984' },
      'Last Sale': '4/9/2004',
    })

    expect(row).toMatchObject({
      ...{ upload_no: '7', row_no: '2', place_no: String(48453 * 4) },
      acquired_at: '2026-03-19T04:00:00.000Z',
      is_do_not_call: 't',
      address: '12 Main St',
      owner_names: '{"Jane Doe","José O’Neil"}',
      mailing_address: 'PO Box 9, Dallas, TX 75001',
      phones:
        '[{"number":"+15128675309","kind":"mobile","isDoNotCall":true},{"number":"+15128675310","kind":"unknown","isDoNotCall":false}]',
      emails: '{"jane@example.com"}',
      facts: '{"valueCents":25100000,"equityPercent":45,"beds":3,"yearBuilt":1984,"lastSaleOn":"2004-04-09"}',
      source: 'Skip trace',
      consent: 'Agreed by phone',
    })
  })

  test('can name several owners in one cell, and ignores empty ones', () => {
    expect(read({ Owner: 'Jane Doe; ;John Doe;' })).toMatchObject({ owner_names: '{"Jane Doe","John Doe"}' })
  })

  test('leaves missing values empty and gets the source of its file', () => {
    expect(read({ 'Phone 1': 'n/a', Email: '-', Value: 'NULL' })).toMatchObject({
      ...{ phones: '[]', emails: '{}', facts: '{}', mailing_address: null, consent: null },
      ...{ source: 'County records', is_do_not_call: 'f' },
    })
  })

  test.each([
    ['address_missing', { Address: '' }],
    ['address_unclear', { Address: 'Main Street' }],
    ['city_missing', { City: ' ' }],
    ['zip_missing', { Zip: '' }],
    ['county_missing', { FIPS: '' }],
    ['lead_type_missing', { 'Lead Type': '' }],
    ['lead_type_unknown', { 'Lead Type': 'castle' }],
    ['acquired_missing', { Acquired: '' }],
    ['acquired_unreal', { Acquired: '2026-02-30' }],
    ['acquired_other_order', { Acquired: '19/3/2026' }],
    ['acquired_invalid', { Acquired: '13/13/2026' }],
    ['acquired_in_future', { Acquired: '2026-03-21' }],
    ['acquired_in_future', { Acquired: '2026-03-20T12:11:00Z' }],
    ['acquired_too_old', { Acquired: '2026-01-18' }],
    ['owner_missing', { Owner: '' }],
    ['owner_missing', { Owner: ' ; ' }],
    ['formula', { Owner: '=1+1' }],
    ['formula', { Address: '@SUM(A1)' }],
    ['formula', { Consent: '-2+3' }],
    ['formula', { Owner: 'Jane Doe; =1+1' }],
    ['too_long', { Owner: 'x'.repeat(201) }],
    ['too_long', { Address: `1 ${'x'.repeat(200)}` }],
  ])('is refused as %s: %j', (reason, cells) => {
    expect(read(cells)).toBe(reason)
  })

  test('may lack its last cells, or have empty ones beyond the header; one with more is refused', () => {
    const reader = makeReader()
    const rows = [cellsOf({}).slice(0, -3), [...cellsOf({}), '', ' '], [...cellsOf({}), 'x']]
    expect(rows.map((cells) => reader.read(cells, 2))).toEqual([null, null, 'cells'])
  })

  test.each([
    ['a name and the state’s letters', { FIPS: '', County: 'travis county', State: 'tx' }, 48453],
    ['a name with its state', { FIPS: '', County: 'TRAVIS', State: 'Texas' }, 48453],
    ['a code whose zero a spreadsheet dropped', { FIPS: '1001' }, 1001],
    ['an independent city that shares a name', { FIPS: '', County: 'Baltimore City', State: 'MD' }, 24510],
    ['the county of that name', { FIPS: '', County: 'Baltimore County', State: 'MD' }, 24005],
    ['a city that shares none', { FIPS: '', County: 'Alexandria City', State: 'VA' }, 51510],
    ['a name without its accent', { FIPS: '', County: 'Dona Ana', State: 'NM' }, 35013],
    ['a saint', { FIPS: '', County: 'Saint Clair', State: 'IL' }, 17163],
    ['a code next to an unknown name, at a new ZIP', { Zip: '78799', County: 'Travis Co. (TX)' }, 48453],
  ])('names its county by %s', (_, cells, code) => {
    const [zip = ''] = zipsOf(String(code).padStart(5, '0'))
    expect(read({ Zip: zip, ...cells })).toMatchObject({ place_no: String(code * 4) })
  })

  test.each([
    ['State “ZZ” does not exist', { State: 'ZZ' }],
    ['State “ZZ” does not exist', { FIPS: '', State: 'ZZ' }],
    ['County “Atlantis, TX” does not exist', { FIPS: '', County: 'Atlantis', State: 'TX' }],
    ['County “Atlantis, Texas” does not exist', { FIPS: '', County: 'Atlantis' }],
    ['It names one county by its code and another by its name: “Harris”', { County: 'Harris' }],
    ['County “FIPS 99999” does not exist', { FIPS: '99999', County: 'Travis', State: 'TX' }],
    ['Travis County, Texas, is not in Nevada', { State: 'Nevada' }],
    ['ZIP 77002 is in Harris County, Texas, not in Travis County', { Zip: '77002-1234' }],
    ['ZIP 78701 is in Travis County, Texas, not in Kent County, Delaware', { FIPS: '10001' }],
    ['ZIP 78613 is in Travis County or Williamson County, Texas, not in NV', { Zip: '78613', FIPS: '', State: 'NV' }],
    ['ZIP 78701 is in Travis County, Texas, not in Harris County', { FIPS: '', County: 'Harris' }],
    ['ZIP “787011” is not 5 or 9 digits', { Zip: '787011' }],
    ['ZIP “00000” does not exist in any state', { Zip: '00000' }],
    ['ZIP “1234” does not exist in any state', { Zip: '1234' }],
    ['ZIP “99999” does not exist in any state', { Zip: '99999' }],
  ])('is never moved to where its ZIP is: %s', (words, cells) => {
    for (const mapping of [ALL, BY_ZIP]) {
      const reader = makeReader(mapping)
      const reason = reader.read(cellsOf(cells), 2) ?? ''
      expect(refusedWords('leads', reason, reader.refusedFor, 'It')).toBe(words)
    }
  })

  test.each([
    ['Owner-Occupied', 1],
    ['ABSENTEE OWNER', 2],
    ['Vacant Houses', 0],
  ])('knows the lead type “%s”', (word, type) => {
    expect(read({ 'Lead Type': word })).toMatchObject({ place_no: String(48453 * 4 + type) })
  })

  test.each([
    ['3/19/2026 2:30 PM', '2026-03-19T18:30:00.000Z'],
    ['2026-03-19T14:30:00.123+02:00', '2026-03-19T12:30:00.000Z'],
    // Before clocks changed in New York.
    ['2026-03-07', '2026-03-07T05:00:00.000Z'],
  ])('reads “%s” as %s', (text, at) => {
    expect(read({ Acquired: text })).toMatchObject({ acquired_at: at })
  })

  test('is accepted without unreadable values, which are counted', () => {
    const reader = makeReader()
    const facts = { Value: 'a lot', 'Equity %': '150%', Beds: '2.5', 'Year Built': '12' }
    expect(reader.read(cellsOf({ 'Phone 1': '555-12', Email: 'nobody', ...facts }), 2)).toBeNull()
    expect(reader.leftOut).toEqual({ phones: 1, emails: 1, facts: 4 })
    expect(reader.dropped.slice(0, 3)).toEqual(['Phone “555-12”', 'Email “nobody”', 'Property value “a lot”'])
    expect(reader.line).toContain('\t[]\t{}\t{}\t')
  })

  test.each([
    ['tabs and line ends', 'Jane\tDoe\nLLC\\N'],
    ['quotes and braces', '"Jane" {Doe}, \\"x\\"'],
    ['characters that change the direction of writing', 'Jane\u202eeoD'],
    ['characters that move the cursor', 'Jane\u0007\u001b[31mDoe'],
  ])('with %s in a name stays one line of COPY', (_, name) => {
    const reader = makeReader()
    expect(reader.read(cellsOf({ Owner: name }), 2)).toBeNull()
    expect(reader.line.split('\n')).toHaveLength(2)
    expect(reader.line.split('\t')).toHaveLength(ROW_COLUMNS.split(', ').length)
    expect([...reader.line.slice(0, -1)].every((character) => character === '\t' || character >= ' ')).toBe(true)
    expect(reader.line).not.toContain('\u202e')
  })

  test('takes a missing county from its ZIP, if a person says so and state and ZIP leave one', () => {
    const travis = { place_no: String(48453 * 4) }
    for (const cells of [{ FIPS: '' }, { FIPS: '', State: 'tx' }]) {
      expect(read(cells)).toBe('county_missing')
      expect(read(cells, BY_ZIP)).toMatchObject(travis)
    }
    // Its state, it may take from a ZIP in any case. 78613 is in two counties, so the row’s own counts.
    expect(read({ Zip: '78613', FIPS: '', County: 'travis co.' })).toMatchObject(travis)
    expect(read({ Zip: '78613' }, BY_ZIP)).toMatchObject(travis)
    expect(read({ Zip: '78613', FIPS: '' }, BY_ZIP)).toBe('county_open')
    expect(read({ Zip: '99999', FIPS: '' }, BY_ZIP)).toBe('zip_unknown')
    const reader = makeReader()
    for (const cells of [{ FIPS: '', State: 'TX' }, { Zip: '78613', FIPS: '' }, { FIPS: '10001' }, {}])
      reader.read(cellsOf(cells), 2)
    expect(reader.leftOut).toMatchObject({
      fixableByZip: 1,
      firstFixable: [{ from: 'TX', to: 'Travis County, Texas' }],
    })
  })

  test('has its dates in the order of its file, and says which order they prove', () => {
    const dayFirst: LeadMapping = { ...ALL, dateOrder: { fixed: 'Day first' } }
    const dates = { Acquired: '3/2/2026', 'Last Sale': '3/4/2004' }
    expect(read(dates)).toMatchObject({ acquired_at: '2026-03-02T05:00:00.000Z', facts: '{"lastSaleOn":"2004-03-04"}' })
    const swapped = { acquired_at: '2026-02-03T05:00:00.000Z', facts: '{"lastSaleOn":"2004-04-03"}' }
    expect(read(dates, dayFirst)).toMatchObject(swapped)
    expect(read({ Acquired: '3/19/2026' }, dayFirst)).toBe('acquired_other_order')
    // A day that a person typed is not one of the file’s.
    const typed = { ...dayFirst, acquiredAt: { fixed: '3/2/2026' } }
    expect(read({}, typed)).toMatchObject({ acquired_at: '2026-03-02T05:00:00.000Z' })

    const reader = makeReader()
    // The last is open no more: April 3 is still to come.
    for (const Acquired of ['3/2/2026', '2/3/2026', '3/3/2026', '3/19/2026', '19/3/2026', '3/4/2026'])
      reader.read(cellsOf({ Acquired }), 2)
    reader.read(cellsOf({ 'Last Sale': '25/3/2004' }), 2)
    expect(reader.leftOut.dates).toEqual({ monthFirst: 2, dayFirst: 2, open: 2, example: '3/2/2026' })
  })

  test('is acquired on the only date that says nothing else', () => {
    const { mapping } = proposeMapping(sampleColumns(['Date', 'Auction'], [['3/19/2026', '3/19/2026']]), undefined)
    expect(mapping).toEqual({ acquiredAt: { column: 'Date' } })
  })

  test('takes values that are the same for all rows from the mapping', () => {
    const mapping: LeadMapping = { ...ALL, leadType: { fixed: 'landlord' }, consent: { fixed: 'Opted in' } }
    const landlord = { place_no: String(48453 * 4 + 2), consent: 'Opted in' }
    expect(read({ 'Lead Type': 'castle' }, mapping)).toMatchObject(landlord)
  })

  test('has the same fingerprints however house and owner are spelled, and different ones for others', () => {
    const keys = (cells: Record<string, string>) => {
      const row = read(cells)
      if (typeof row === 'string') throw new Error(row)
      return [row.property_key, row.owner_key]
    }
    const [property, owner] = keys({})
    expect(keys({ Address: '12 MAIN STREET', Owner: 'DOE, JANE', Zip: '78701-0001' })).toEqual([property, owner])
    expect(keys({ Address: '14 Main St' })[0]).not.toBe(property)
    expect(keys({ Owner: 'John Doe' })[1]).not.toBe(owner)
    // Those of one ZIP are close together.
    expect(keys({ Address: '14 Main St' })[0]?.slice(0, 6)).toBe(property?.slice(0, 6))
    expect(keys({ Zip: '78702' })[0]?.slice(0, 6)).not.toBe(property?.slice(0, 6))
  })
})

/** A row without an owner of its own. */
const readParts = (cells: Readonly<Record<string, string>>, mapping?: LeadMapping) =>
  read({ Owner: '', ...cells }, mapping)

/** A row as the delivery reads it. */
function kept(cells: Readonly<Record<string, string>>): KeptParts {
  const row = readParts(cells)
  if (typeof row === 'string') throw new Error(row)
  const [, first = ''] = /^\{(?:"((?:[^"\\]|\\.)*)")?/.exec(row.owner_names ?? '') ?? []
  return { ...(row as Record<keyof KeptParts, string | null>), owner_names: [first.replace(/\\(.)/g, '$1')] }
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
    ...{ first: text, last: text, company: orNone, street: orNone, city: text, state: orNone, zip: orNone },
  })
  fc.assert(
    fc.property(rows, ({ first, last, company, street, city, state, zip }) => {
      const lead = kept({
        ...{ 'First Name': first, 'Last Name': last, Company: company },
        ...{ 'Mailing Address': street, 'Mailing City': city, 'Mailing State': state, 'Mailing Zip': zip },
      })

      expect(ownerPartsOf(lead)).toEqual({ firstName: first, lastName: last, company: company || null })
      expect(lead.owner_names).toEqual([`${first} ${last}`])
      const code = stateCodeOf(state) || null
      expect(mailingPartsOf(lead)).toEqual({ street: street || null, city, state: code, zip: zip || null })
    }),
    { numRuns: runsOf(100) },
  )
})

test('the fingerprint of an owner is that of the whole name, whatever parts a file has', () => {
  fc.assert(
    fc.property(text, text, orNone, (first, last, company) => {
      const whole = `${first} ${last}`
      fc.pre(!whole.includes(';'))
      const key = ownerKeyOf({ secrets: { fingerprints: SECRET } }, normalizeOwners([whole]))
      const cells = { 'First Name': first, 'Last Name': last, Company: company }
      const { ownerCompany: _company, ...withoutCompany } = ALL
      expect(readParts({ Owner: whole })).toMatchObject({ owner_key: key })
      expect(readParts(cells)).toMatchObject({ owner_key: key })
      expect(readParts({ ...cells, Owner: whole })).toMatchObject({ owner_key: key })
      expect(readParts(cells, withoutCompany)).toMatchObject({ owner_key: key })
    }),
    { numRuns: runsOf(100) },
  )
})

test('the fingerprints are those of earlier releases', () => {
  expect(readParts({ 'First Name': 'Jane', 'Last Name': 'Doe', Company: 'Oak Hill LLC' })).toMatchObject({
    property_key: '576006b3-5ef5-b0cc-e751-11bc53f7a74d',
    owner_key: '7ffa0d7f-7577-ad3f-097a-d30f309a7ce4',
  })
})

test('a company alone is the owner', () => {
  expect(readParts({ Company: 'Oak Hill' })).toMatchObject({ owner_names: '{"Oak Hill"}', owner_company: 'Oak Hill' })
  expect(ownerPartsOf(kept({ Company: 'Oak Hill' }))).toEqual({ firstName: null, lastName: null, company: 'Oak Hill' })
})

test('an owner and an address in one cell have no parts', () => {
  expect(readParts({ Owner: 'Jane Doe', 'Mailing Address': 'PO Box 9, Dallas, TX 75001' })).toMatchObject({
    ...{ owner_first_name: null, owner_last_name: null, owner_company: null },
    mailing_address: 'PO Box 9, Dallas, TX 75001',
    ...{ mailing_street: null, mailing_city: null, mailing_state: null, mailing_zip: null },
  })
})

test.each(['First Name', 'Last Name', 'Company', 'Mailing City'])('a formula in %s refuses the row', (column) => {
  expect(readParts({ Owner: 'Jane Doe', [column]: '=1+1' })).toBe('formula')
})
