import { expect, test } from 'vitest'
import { type Choice, NOTHING_CHOSEN, toggle, toggleAll } from './paged-table.tsx'

const KEYS = ['a', 'b', 'c', 'd', 'e']
const chosenIn = ({ chosen }: Choice): string => [...chosen].sort().join('')
/** Clicks rows in turn; a capital letter is a click with Shift. */
const clicked = (clicks: string, keys = KEYS): Choice =>
  [...clicks].reduce(
    (choice, letter) => toggle(choice, keys, letter.toLowerCase(), letter !== letter.toLowerCase()),
    NOTHING_CHOSEN,
  )

test.each([
  ['a', 'a', 'one row'],
  ['ac', 'ac', 'rows one by one'],
  ['aca', 'c', 'a second click unchooses'],
  ['bD', 'bcd', 'Shift chooses all rows between'],
  ['dB', 'bcd', 'also upwards'],
  ['D', 'd', 'Shift alone has no start'],
  ['aEcD', 'abe', 'Shift on a chosen row unchooses all between'],
  ['bbD', 'bcd', 'a row that was unchosen is still the start'],
  ['aCE', 'abcde', 'each click starts the next range'],
])('clicks %s choose %s: %s', (clicks, expected) => {
  expect(chosenIn(clicked(clicks))).toBe(expected)
})

test('the box in the header chooses all rows, and none if all are chosen', () => {
  const all = toggleAll(clicked('b'), KEYS)

  expect(chosenIn(all)).toBe('abcde')
  expect(chosenIn(toggleAll(all, KEYS))).toBe('')
})
