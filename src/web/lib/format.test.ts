import { expect, test } from 'vitest'
import { formatCount, formatCountdown, formatDollars, formatPerLead, formatPrice } from './format.ts'

test.each([
  [299, '$299.00'],
  ['1299.5', '$1,299.50'],
  [0, '$0.00'],
  [1234567.891, '$1,234,567.89'],
  [14.995, '$15.00'],
  [-1299.5, '-$1,299.50'],
])('%s dollars are shown as %s', (amount, text) => {
  expect(formatDollars(amount)).toBe(text)
})

test('a list price shows cents only if it has any', () => {
  expect([formatPrice(1199), formatPrice(129.5)]).toEqual(['$1,199', '$129.50'])
})

test('the price per lead is price divided by size, with two decimals', () => {
  expect(formatPerLead(299, 20)).toBe('$14.95')
})

test.each([
  [1800, '30:00'],
  [59.9, '00:59'],
  [-3, '00:00'],
  [5025, '1:23:45'],
])('%s seconds of a hold are shown as %s', (seconds, text) => {
  expect(formatCountdown(seconds)).toBe(text)
})

test.each([
  [0, '0'],
  [999, '999'],
  [-1299, '-1,299'],
  [1234567, '1,234,567'],
  [1299.5, '1,299.5'],
])('a count of %s is shown as %s', (count, text) => {
  expect(formatCount(count)).toBe(text)
})
