import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CsvReader } from '#server/platform/files/csv-reader.ts'
import { normalizeAddress, normalizeOwners, typedProperties } from './normalize-address.ts'
import { ADDRESS_WORDS } from './unify-address-parts.ts'

const normalize = (address: string, zip = '78701', city = 'Austin') => normalizeAddress({ address, city, zip })

/** Parts of addresses, so that rules meet each other, and anything else. */
const pieces = fc.constantFrom(
  ...ADDRESS_WORDS.keys(),
  ...ADDRESS_WORDS.values(),
  ...['12', '007', '78701', 'TX', 'Texas', 'Austin', 'County', 'O’Connor', 'Peña', '#4', '|', ',', '-', '1/2'],
  ...['½', '39.2', '4B', 'B', 'N6W23001', 'I', 'U', 'H', 'R', 'US', 'FM', 'State', 'Old', 'Bus', 'Market', 'To', 'Co'],
  ...['Apt4', 'I35', 'Lot', 'Rear', 'PH', 'RR', 'HC', 'Box', 'PO', 'Forty', '42', '5th', 'Mc', 'MLK', 'King', 'Jr'],
)
const addresses = fc.oneof(
  fc.array(pieces, { maxLength: 10 }).map((words) => words.join(' ')),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc
    .tuple(fc.array(pieces, { maxLength: 6 }), fc.string({ maxLength: 10 }))
    .map(([words, end]) => words.join('') + end),
)

interface Pair {
  one: { address: string; city: string; zip: string }
  other: { address: string; city: string; zip: string }
  isSame: boolean
  rule: string
}

function readPairs(): Pair[] {
  const csv = new CsvReader()
  const text = readFileSync(new URL('./address-pairs.csv', import.meta.url), 'utf8')
  const [, ...rows] = [...csv.push(text), ...csv.end()]
  return rows.map(([address = '', city = '', zip = '', other = '', otherCity, otherZip, expected, rule = '']) => ({
    one: { address, city, zip },
    other: { address: other, city: otherCity || city, zip: otherZip || zip },
    isSame: expected === 'same',
    rule,
  }))
}

describe('address-pairs.csv', () => {
  const pairs = readPairs()

  test('has two hundred pairs that must match and as many that must not, each once', () => {
    const texts = pairs.map(({ one, other }) => [JSON.stringify(one), JSON.stringify(other)].sort().join())
    expect(new Set(texts).size).toBe(pairs.length)
    expect(pairs.filter(({ isSame }) => isSame).length).toBeGreaterThanOrEqual(200)
    expect(pairs.filter(({ isSame }) => !isSame).length).toBeGreaterThanOrEqual(200)
  })

  test.each([...Map.groupBy(pairs, ({ rule }) => rule)])('%s', (_rule, itsPairs) => {
    for (const { one, other, isSame } of itsPairs) {
      const address = normalizeAddress(one)
      const otherAddress = normalizeAddress(other)
      expect([address, otherAddress]).not.toContain(null)
      const sentence = `${one.address} (${address}) and ${other.address} (${otherAddress})`
      expect(address === otherAddress, `${sentence} are ${isSame ? 'the same' : 'different'}`).toBe(isSame)
      expect(normalizeAddress({ ...one, address: address ?? '' })).toBe(address)
      expect(normalizeAddress({ ...other, address: otherAddress ?? '' })).toBe(otherAddress)
    }
  })
})

test.each([
  ['12 North Main Street, Apt. #4', '12 N MAIN ST UNIT 4|78701'],
  ['12 N Main St Suite 4, Austin, TX 78701', '12 N MAIN ST UNIT 4|78701'],
  ['12 N Main St Ste 4 Austin Texas 78701-1234', '12 N MAIN ST UNIT 4|78701'],
  ['0012 N.W. O’Connor Avenue', '12 NW OCONNOR AVE|78701'],
  ['4100 County Road 12', '4100 CR 12|78701'],
  ['500 Fifth Ave', '500 5TH AVE|78701'],
  ['7 Peña Blvd', '7 PENA BLVD|78701'],
  ['200 Lake Austin Blvd', '200 LK AUSTIN BLVD|78701'],
  ['12 Main St Apt', '12 MAIN ST|78701'],
  ['12 Main St, Austin, TX', '12 MAIN ST|78701'],
  ['12 Austin St', '12 AUSTIN ST|78701'],
  ['12 Main St, Austin', '12 MAIN ST|78701'],
  ['12 Broadway, New Austin', '12 BROADWAY NEW AUSTIN|78701'],
  ['100 N Austin', '100 N AUSTIN|78701'],
  ['12 Oak St Austin', '12 OAK ST|78701'],
  ['12 Via La', '12 VIA LA|78701'],
])('normalizeAddress of %s is %s', (address, expected) => {
  expect(normalize(address)).toBe(expected)
})

test.each([
  ['Main Street', '78701'],
  ['12', '78701'],
  ['', '78701'],
  ['№ ★', '78701'],
  ['12 Main St', ''],
  ['12 Main St', '7870'],
  ['12 Main St', 'SW1A 1AA'],
])('normalizeAddress: there is none for “%s” in “%s”', (address, zip) => {
  expect(normalize(address, zip)).toBeNull()
})

test('normalizeAddress tells houses, units and ZIPs apart', () => {
  const all = ['12 Main St', '12 Main Ave', '12 N Main St', '12 Main St Apt 4', '12 Main St Apt 5', '13 Main St']
  expect(new Set([...all.map((address) => normalize(address)), normalize('12 Main St', '78702')]).size).toBe(7)
})

test('normalizeAddress leaves an already normalized address as it is', () => {
  fc.assert(
    fc.property(addresses, fc.constantFrom('78701', '11375', '78701-1234'), pieces, (address, zip, city) => {
      const once = normalizeAddress({ address, city, zip })
      if (once !== null) expect(normalizeAddress({ address: once, city, zip })).toBe(once)
    }),
    { numRuns: 1_500 },
  )
})

test('normalizeAddress ignores case, spaces and commas', () => {
  fc.assert(
    fc.property(fc.array(pieces, { minLength: 1, maxLength: 8 }), (words) => {
      const plain = words.filter((word) => word !== ',').join(' ')
      expect(normalize(` ${words.join(' ,  ').toLowerCase()} `)).toBe(normalize(plain))
    }),
    { numRuns: 500 },
  )
})

test.each([
  [['Jane Doe'], 'DOE JANE'],
  [['DOE, JANE'], 'DOE JANE'],
  [['José O’Neil', 'Ann Lee'], 'ANN LEE|JOSE ONEIL'],
  [['Ann Lee', 'José O’Neil'], 'ANN LEE|JOSE ONEIL'],
  [['Ann Lee', 'ann lee'], 'ANN LEE'],
  [['', ' - '], ''],
])('normalizeOwners of %j is “%s”', (names, expected) => {
  expect(normalizeOwners(names)).toBe(expected)
})

test('a typed address is looked up without the city on its line', () => {
  const typed = { street: '12 Oak St Apt 4-B, Austin', cities: ['Austin'], zip: '78701' }
  const addresses = typedProperties({ secrets: { fingerprints: 'secret' } }, typed).map(({ address }) => address)
  expect(addresses).toContain('12 OAK ST UNIT 4B|78701')
})
