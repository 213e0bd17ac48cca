import { expect, test } from 'vitest'
import { cardsUnavailable } from '#contract/payments/cards-unavailable.ts'
import { paymentMethods } from './payment-methods.ts'

const payments = { publishableKey: 'pk_test', sandboxUrl: null }
const cashApp = { handle: '$leadyard' }

test.each([
  [{ payments, cashApp }, 'card and Cash App'],
  [{ payments, cashApp: null }, 'card'],
  [{ payments: null, cashApp }, 'Cash App'],
  [{ payments: null, cashApp: null }, ''],
])('only enabled payment methods are named', (config, words) => {
  expect(paymentMethods(config, 'card', 'and')).toBe(words)
})

test('without card payments, Cash App is named only if it can be used', () => {
  expect(cardsUnavailable(true)).toBe('Credit card payments are not available. Please try CashApp or contact support.')
  expect(cardsUnavailable(false)).toBe('Credit card payments are not available. Please contact support.')
})
