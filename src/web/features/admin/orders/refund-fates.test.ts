import { expect, test } from 'vitest'
import { fateWords, type TouchedLine } from './refund-fates.ts'

const WHOLE = { isReturned: false, isWhole: true }
const PART = { isReturned: false, isWhole: false }
const BACK = { isReturned: true, isWhole: true }
const line = (kind: 'leads' | 'by_hand', state: string, fate: Omit<TouchedLine, 'delivery'>, isHandedOver = true) =>
  ({ delivery: { kind, state, isHandedOver }, ...fate }) as TouchedLine
const KEPT = 'No package goes back on sale; the buyer keeps what was bought.'
const NONE = 'No package goes back on sale.'
const SOLD = 'were delivered: they are not sold again, and their delivery link'

test.each([
  [
    'packages not delivered yet',
    [line('leads', 'waiting', BACK, false), line('by_hand', 'waiting', BACK, false)],
    ['2 packages go back on sale.'],
  ],
  ['delivered leads', [line('leads', 'sent', WHOLE)], [NONE, `The leads of 1 package ${SOLD} ends.`]],
  [
    'delivered leads that were downloaded',
    [line('leads', 'delivered', WHOLE)],
    [NONE, `The leads of 1 package ${SOLD} keeps working, because the buyer has downloaded them.`],
  ],
  [
    'delivered leads beside a package that waits',
    [line('leads', 'sent', WHOLE), line('by_hand', 'waiting', BACK, false)],
    ['1 package goes back on sale.', `The leads of 1 package ${SOLD} ends.`],
  ],
  [
    'a counted package that was delivered by hand',
    [line('by_hand', 'sent', BACK)],
    [
      '1 package goes back on sale.',
      'It was already delivered by hand, but one more goes on sale anyway.',
      'The delivery link of 1 package stops working.',
    ],
  ],
  ['a part of a package', [line('by_hand', 'sent', PART)], [KEPT]],
  [
    'all money of a package that waits',
    [line('by_hand', 'waiting', WHOLE, false)],
    [NONE, '1 package will no longer be delivered.'],
  ],
])('a refund of %s says what happens to it', (_name, lines, words) => {
  expect(fateWords(lines)).toEqual(words)
})
