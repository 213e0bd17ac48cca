import { describe, expect, test } from 'vitest'
import type { AdminOrder } from '#contract/admin/order-screen.ts'
import { toCents } from '#contract/money.ts'
import { consequencesOf, draftOf, fateWords, readRefund, type TouchedLine, touchedLines } from './refund-rules.ts'

type Line = AdminOrder['lines'][number]
const line = (lineNumber: number, left: number, more: object = {}) =>
  ({
    lineNumber,
    packageId: `package-${lineNumber}`,
    price: left,
    openOffers: [] as Line['openOffers'],
    left,
    ...{ discount: 0, creditLeft: 0, given: 0, outcome: 'sold', isReturned: false, isGone: false, delivery: null },
    ...more,
  }) as Line
const LEADS = { delivery: { kind: 'leads', state: 'sent', isHandedOver: true } }
const ORDER = {
  lines: [line(1, 299), line(2, 10.1, { isReturned: true }), line(3, 0), line(4, 0, { outcome: 'refunded' })],
}
const typed = (lineNumber: number, amount: string, isReturned = false) => {
  return { lineNumber, isChosen: true, amount, isReturned }
}
const some = (...lines: ReturnType<typeof typed>[]) => ({ isWhole: false, lines, reason: 'Late.' })

describe('a refund', () => {
  test('of the whole order covers all that is left, and returns every package', () => {
    const read = readRefund(ORDER, { ...draftOf(ORDER), reason: ' Wrong county. ' })

    expect(read).toEqual({ ok: true, cents: 30_910, creditCents: 0, lostCents: 0, asked: { reason: 'Wrong county.' } })
  })

  test('starts with what is left of each line, and does not return a package twice', () => {
    expect(draftOf(ORDER).lines).toEqual([
      { lineNumber: 1, isChosen: false, amount: '299.00', isReturned: true },
      { lineNumber: 2, isChosen: false, amount: '10.10', isReturned: false },
    ])
  })

  test('does not return delivered leads', () => {
    const order = { lines: [line(1, 299, LEADS), line(2, 99)] }

    expect(draftOf(order).lines.map(({ isReturned }) => isReturned)).toEqual([false, true])
    expect(touchedLines(order, draftOf(order)).map(({ isReturned }) => isReturned)).toEqual([false, true])
  })

  test('of several lines adds up in cents', () => {
    expect(readRefund(ORDER, some(typed(1, '0.10'), typed(2, '0.2')))).toMatchObject({
      ok: true,
      cents: 30,
      asked: {
        lines: [
          { lineNumber: 1, amount: '0.10' },
          { lineNumber: 2, amount: '0.20' },
        ],
      },
    })
  })

  test('of part of a line paid partly with credit splits the amount', () => {
    const order = { lines: [line(1, 299, { creditLeft: 100 })] }
    const whole = readRefund(order, { ...draftOf(order), reason: 'Late.' })

    expect(readRefund(order, some(typed(1, '29.90')))).toMatchObject({ cents: 2_990, creditCents: 1_000 })
    expect(whole).toMatchObject({ cents: 29_900, creditCents: 10_000 })
  })

  test('of half a pair shows the actual amount, and why it is less than was paid for that half', () => {
    const openOffers = [{ offerId: 'off', name: 'Two for one', kind: 'bogo', value: 0, isCombinable: true }]
    const pair = {
      lines: [
        line(1, 575.69, { price: 1099, discount: 523.31, openOffers }),
        line(2, 523.31, { price: 999, discount: 475.69, openOffers }),
      ],
    }
    const read = readRefund(pair, some(typed(1, '575.69', true)))

    expect(read).toMatchObject({ ok: true, cents: 10_000, lostCents: 47_569 })
    expect(read.ok && read.asked.lines).toEqual([{ lineNumber: 1, isReturned: true }])
    const order = { ...pair, email: null, commission: null, paymentMethod: 'stripe' } as AdminOrder
    const words = consequencesOf(order, { ...read, cents: toCents(10_000), touched: [], hasEarnedCredit: false })
    expect(words.join(' ')).toContain('They cost $475.69 more')
    const nothing = readRefund(pair, some(typed(2, '523.31', true)))
    expect(nothing.ok ? '' : nothing.problems.lines).toContain('There would be nothing to refund')
  })

  test.each([
    ['without a reason', { reason: '  ' }, '299.00', 'reason'],
    ['of no line', { isChosen: false }, '299.00', 'lines'],
    ['of more than is left', {}, '299.01', '1'],
    ['of no amount', {}, '1e2', '1'],
    ['of nothing', {}, '0', 'lines'],
  ])('%s is refused with a message at the field', (_name, { isChosen = true, ...rest }: Wrong, amount, field) => {
    const read = readRefund(ORDER, { ...some({ ...typed(1, amount, true), isChosen }), ...rest })

    expect(read.ok ? [] : Object.keys(read.problems)).toEqual([field])
  })
})
type Wrong = { reason?: string; isChosen?: boolean }

describe('the consequences of a refund', () => {
  const order = { email: 'bea@example.com', repName: 'Rob', commission: { rate: 10, amount: 29.9 } }
  const said = (paymentMethod: string, isReturned: boolean, creditCents = 0) =>
    consequencesOf({ ...order, paymentMethod } as AdminOrder, {
      cents: toCents(29_900),
      creditCents: toCents(creditCents),
      lostCents: toCents(0),
      touched: [{ delivery: null, isReturned, isWhole: false }],
      hasEarnedCredit: false,
    }).join(' ')

  test.each(['$299.00 goes back to the buyer’s card', '1 package goes back', '$29.90 of Rob’s', 'bea@example.com'])(
    'to a card mention: %s',
    (part) => {
      expect(said('stripe', true)).toContain(part)
    },
  )

  test('paid with store credit mention the credit and ask no one to send money', () => {
    expect(said('stripe', false, 5_000)).toMatch(
      /\$249\.00 goes back to the buyer’s card.*\$50\.00 goes back as store credit/,
    )
    expect(said('free', false, 29_900)).toContain('$299.00 goes back as store credit')
    expect(said('free', false, 29_900)).not.toMatch(/card|yourself/)
  })
})

const WHOLE = { isReturned: false, isWhole: true }
const PART = { isReturned: false, isWhole: false }
const BACK = { isReturned: true, isWhole: true }
const touched = (kind: 'leads' | 'by_hand', state: string, fate: Omit<TouchedLine, 'delivery'>) =>
  ({ delivery: { kind, state, isHandedOver: state !== 'waiting' }, ...fate }) as TouchedLine
const KEPT = 'No package goes back on sale; the buyer keeps what was bought.'
const NONE = 'No package goes back on sale.'
const ONE = '1 package goes back on sale.'
const SOLD = 'The leads of 1 package were delivered: they are not sold again, and their delivery link'
const KEEPS = `${SOLD} keeps working, because the buyer has downloaded them.`
const ANYWAY = 'It was already delivered by hand, but one more goes on sale anyway.'
const waiting = (fate: Omit<TouchedLine, 'delivery'>) => touched('by_hand', 'waiting', fate)

test.each([
  ['packages not delivered yet', [touched('leads', 'waiting', BACK), waiting(BACK)], ['2 packages go back on sale.']],
  ['delivered leads', [touched('leads', 'sent', WHOLE)], [NONE, `${SOLD} ends.`]],
  ['delivered leads that were downloaded', [touched('leads', 'delivered', WHOLE)], [NONE, KEEPS]],
  ['delivered leads beside others', [touched('leads', 'sent', WHOLE), waiting(BACK)], [ONE, `${SOLD} ends.`]],
  [
    'a counted package that was delivered by hand',
    [touched('by_hand', 'sent', BACK)],
    [ONE, ANYWAY, 'The delivery link of 1 package stops working.'],
  ],
  ['a part of a package', [touched('by_hand', 'sent', PART)], [KEPT]],
  ['all money of a package that waits', [waiting(WHOLE)], [NONE, '1 package will no longer be delivered.']],
])('a refund of %s says what happens to it', (_name, lines, words) => {
  expect(fateWords(lines)).toEqual(words)
})
