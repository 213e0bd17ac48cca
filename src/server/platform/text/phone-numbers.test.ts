import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { describe, expect, test } from 'vitest'
import { runsOf } from '#testing/lane.ts'
import { PhoneReader, textableNumber } from './phone-numbers.ts'

describe('a number that can receive text messages', () => {
  test.each(['(512) 555-0100', '512.555.0100', '1-512-555-0100', '+1 512 555 0100', ' +15125550100 '])(
    'is the same however it is typed: %s',
    (typed) => {
      expect(textableNumber(typed)).toBe('+15125550100')
    },
  )

  test.each([
    ['Canada', '604 555 0123', '+16045550123'],
    ['Puerto Rico', '+1 787 555 0100', '+17875550100'],
  ])('may be in %s', (_where, typed, number) => {
    expect(textableNumber(typed)).toBe(number)
  })

  test.each([
    ['nothing', ''],
    ['words', 'call me'],
    ['a number with words', '+1 512 234 5678; rm'],
    ['too few digits', '555-0100'],
    ['an area that does not exist', '(555) 010-0100'],
    ['an extension', '512 555 0100 ext 7'],
    ['a premium number', '900 555 0100'],
    ['a toll-free number', '800 555 0100'],
    ['Jamaica, which also starts with +1', '+1 876 555 0100'],
    ['another continent', '+44 7911 123456'],
    ['two numbers', '512 555 0100, 512 555 0101'],
    ['very much', '5'.repeat(10_000)],
  ])('is not %s', (_what, typed) => {
    expect(textableNumber(typed)).toBeNull()
  })

  test('is null if none was typed', () => {
    expect([textableNumber(null), textableNumber(undefined)]).toEqual([null, null])
  })
})

/** What the library says about one number, with all its metadata. */
function byLibrary(text: string): string | null {
  const number = parsePhoneNumberFromString(text, { defaultCountry: 'US', extract: false })
  return number?.isValid() && number.country === 'US' ? number.number : null
}

const reader = new PhoneReader()
const tenDigits = fc
  .tuple(fc.integer({ min: 0, max: 999_999 }), fc.integer({ min: 0, max: 9_999 }))
  .map(([start, line]) => `${String(start).padStart(6, '0')}${String(line).padStart(4, '0')}`)

test.each([
  ['(512) 555-0100', '+15125550100'],
  ['512.867.5309', '+15128675309'],
  ['+1 512-867-5309', '+15128675309'],
  ['1-512-867-5309', '+15128675309'],
  ['512 867 5309 ext. 12', '+15128675309'],
  ['000-000-0000', null],
  ['112-555-0199', null],
  ['867-5309', null],
  ['+52 55 1234 5678', null],
  ['+44 20 7946 0958', null],
  ['416-555-0123 416-555-0124', null],
  ['call office', null],
  ['', null],
])('PhoneReader reads “%s” as %s', (text, expected) => {
  expect(reader.read(text)).toBe(expected)
})

test('PhoneReader agrees with the library about every number, although it asks once per exchange', () => {
  fc.assert(
    fc.property(tenDigits, (digits) => {
      expect(reader.read(digits)).toBe(byLibrary(digits))
    }),
    { numRuns: runsOf(10_000) },
  )
})

test('PhoneReader accepts no text as a number that the library refuses', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789+-(). x'), maxLength: 16 }), (text) => {
      expect(reader.read(text)).toBe(byLibrary(text))
    }),
    { numRuns: runsOf(5_000) },
  )
})
