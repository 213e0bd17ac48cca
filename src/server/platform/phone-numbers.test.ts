import { describe, expect, test } from 'vitest'
import { textableNumber } from './phone-numbers.ts'

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
