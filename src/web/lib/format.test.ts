import { describe, expect, test } from 'vitest'
import { formatCountdown, formatDollars, formatPerLead, formatPlural, formatPrice, formatTimeLeft } from './format.ts'

describe('amounts', () => {
  test.each([
    [299, '$299.00'],
    ['1299.5', '$1,299.50'],
    [0, '$0.00'],
  ])('%s dollars are shown as %s', (amount, text) => {
    expect(formatDollars(amount)).toBe(text)
  })

  test('a list price shows cents only if it has any', () => {
    expect([formatPrice(1199), formatPrice(129.5)]).toEqual(['$1,199', '$129.50'])
  })

  test('the price per lead is price divided by size, with two decimals', () => {
    expect(formatPerLead(299, 20)).toBe('$14.95')
  })
})

describe('time', () => {
  test.each([
    [1800, '30:00'],
    [59.9, '00:59'],
    [-3, '00:00'],
    [5025, '1:23:45'],
  ])('%s seconds of a hold are shown as %s', (seconds, text) => {
    expect(formatCountdown(seconds)).toBe(text)
  })

  test('a deadline shows how much time is left', () => {
    const now = Date.parse('2026-11-21T10:00:00.000Z')

    expect(formatTimeLeft('2026-11-21T13:12:00.000Z', now)).toBe('in 3 h 12 min')
    expect(formatTimeLeft('2026-11-21T10:12:00.000Z', now)).toBe('in 12 min')
    expect(formatTimeLeft('2026-11-21T09:00:00.000Z', now)).toBe('in 0 min')
  })
})

test('one is singular, all else plural', () => {
  expect([formatPlural(0, 'item'), formatPlural(1, 'item'), formatPlural(2, 'item')]).toEqual([
    '0 items',
    '1 item',
    '2 items',
  ])
})
