/** What is recognized in the rows of a buyer's list, and what is refused. */
import { expect, test } from 'vitest'
import { OWN_LIST_ROWS_MAX } from '#contract/buyers/own-lists.ts'
import { propertyKeyOf } from '#server/features/stock/normalize-address.ts'
import { CsvReader } from '#server/platform/csv-reader.ts'
import { FIXED_SECRETS } from '#testing/fixed-secrets.ts'
import { OWN_LIST_FILE as FILE, OWN_LIST_HEADER as HEADER } from '#testing/own-lists.ts'
import { OwnListProblem, OwnListReader } from './own-list-reader.ts'

const ctx = { secrets: FIXED_SECRETS }

function read(text: string) {
  const csv = new CsvReader()
  const reader = new OwnListReader(ctx, { isRagged: false })
  for (const cells of [...csv.push(text), ...csv.end()]) reader.take(cells)
  return reader.end()
}

/** The fingerprints of a part of a list, as text. */
const keysIn = (bytes: Buffer) => bytes.toString('hex').match(/.{32}/g) ?? []

test('a file is checked: columns, usable rows, and why others are not', () => {
  const { check } = read(FILE)
  expect(check.columns.map(({ meaning }) => meaning)).toEqual([
    ...['address', 'city', null, 'zip', null],
    ...['phone', null, 'phone'],
  ])
  expect(check).toMatchObject({ rows: 5, usableRows: 2, addresses: 2, phones: 2 })
  expect(check.problems).toEqual(
    expect.arrayContaining(['nothing', 'zip', 'address'].map((reason) => ({ reason, rows: 1 }))),
  )
})

test('addresses become fingerprints of the same form as those of leads, however they are written', () => {
  const { addresses, phones } = read(FILE)
  const other = read(
    'Address,Phones\n"12 N. Main St, Austin, TX 78701","512-555-0100; +1 737 555 0101"\n"14 Oak Avenue, Unit 4, Austin, TX 78701-1234",\n',
  )
  const known = ['12 N MAIN ST|78701', '14 OAK AVE UNIT 4|78701'].map((one) => propertyKeyOf(ctx, one))
  expect(keysIn(addresses).toSorted()).toEqual(known.map((key) => key.replaceAll('-', '')).toSorted())
  expect([other.addresses, other.phones]).toEqual([addresses, phones])
})

test.each([
  ['without a column that is recognized', 'Name,Email\nJane,jane@example.com\n', /No column was recognized/],
  ['without a header', '5125550100\n5125550101\n', /No column was recognized/],
  ['that is empty', '', /empty/],
  ['with nothing but a header', HEADER, /no rows/],
  ['with other separators', 'Address;City;ZIP\n1 Main St;Austin;78701\n', /separated by something else/],
])('a file %s is refused', (_what, text, message) => {
  expect(() => read(text)).toThrow(message)
})

test('blank rows count for the limit of rows', () => {
  const reader = new OwnListReader(ctx, { isRagged: false })
  const blank = ['']
  for (let row = 0; row <= OWN_LIST_ROWS_MAX; row += 1) reader.take(blank)
  expect(() => reader.take(blank)).toThrow(OwnListProblem)
})

test('hostile cells are read as far as they are addresses, and nothing of them comes back', () => {
  const cells = ['=HYPERLINK("http://x","1 Main St")', '__proto__', '<script>1</script>', '\u202e1 Main St']
  const lines = cells.map((cell) => `"${cell.replaceAll('"', '""')}",Austin,78701,"${'9'.repeat(5_000)}"`)
  const { check } = read(`Address,City,ZIP,Phone\n${lines.join('\n')}\n1,2\n`)
  expect(check).toMatchObject({ rows: 5, phones: 0 })
  expect(check.problems).toContainEqual({ reason: 'cells', rows: 1 })
  expect(JSON.stringify(check)).not.toMatch(/script|HYPERLINK/)
})
