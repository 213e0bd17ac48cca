import { expect, test } from 'vitest'
import { declineWords, isUnanswered } from './use-pay.ts'

const message = 'No such payment_method: visit https://stripe.com/docs/testing'
const declined = (decline_code: string) => ({ type: 'card_error', code: 'card_declined', decline_code, message })

test('a declined card gets a reason in our words, and that nothing was charged', () => {
  expect(declineWords(declined('insufficient_funds'))).toBe(
    'Your card has insufficient funds. You were not charged. Use another card, or remove a package and pay for the rest.',
  )
})

test.each(['lost_card', 'stolen_card', 'fraudulent', 'pickup_card'])(
  'a card reported as %s reads like any other decline, so that a finder learns nothing',
  (code) => expect(declineWords(declined(code))).toBe(declineWords(declined('generic_decline'))),
)

test.each([
  ['expired_card', 'expiration date'],
  ['incorrect_cvc', 'three or four digits'],
  ['incorrect_number', 'card number'],
])('a card entered incorrectly, %s, says what to check: "… %s …"', (code, advice) => {
  expect(declineWords({ type: 'card_error', code })).toContain(advice)
})

test.each(['api_connection_error', 'api_error'])('a lost answer (%s) never says that nothing was charged', (type) => {
  expect(isUnanswered({ type })).toBe(true)
  expect(declineWords({ type })).not.toContain('You were not charged')
  expect(declineWords({ type })).toContain('you are never charged twice')
})

test('an unknown reason gets advice, but no text from the provider', () => {
  const error = { type: 'card_error', code: 'something_new', message }
  expect(declineWords(error)).toBe('Payment failed. You were not charged. Please use another card.')
})
