import { describe, expect, test } from 'vitest'
import type { AdminOrder } from '#contract/admin/order-screen.ts'
import { toCents } from '#contract/money.ts'
import { consequencesOf, draftOf, readRefund, touchedLines } from './refund-rules.ts'

type Line = AdminOrder['lines'][number]
const line = (lineNumber: number, left: number, more: object = {}) =>
  ({
    lineNumber,
    packageId: `package-${lineNumber}`,
    price: left,
    discount: 0,
    openOffers: [] as Line['openOffers'],
    left,
    creditLeft: 0,
    given: 0,
    outcome: 'sold',
    isReturned: false,
    isGone: false,
    delivery: null,
    ...more,
  }) as Line
const LEADS = { delivery: { kind: 'leads', state: 'sent', isHandedOver: true } }
const ORDER = {
  lines: [line(1, 299), line(2, 10.1, { isReturned: true }), line(3, 0), line(4, 0, { outcome: 'refunded' })],
}

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
    const lines = [
      { lineNumber: 1, isChosen: true, amount: '0.10', isReturned: false },
      { lineNumber: 2, isChosen: true, amount: '0.2', isReturned: false },
    ]

    expect(readRefund(ORDER, { isWhole: false, lines, reason: 'Late.' })).toMatchObject({
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
    const lines = [{ lineNumber: 1, isChosen: true, amount: '29.90', isReturned: false }]

    expect(readRefund(order, { isWhole: false, lines, reason: 'Late.' })).toMatchObject({
      cents: 2_990,
      creditCents: 1_000,
    })
    expect(readRefund(order, { ...draftOf(order), reason: 'Late.' })).toMatchObject({
      cents: 29_900,
      creditCents: 10_000,
    })
  })

  test('of half a pair shows the actual amount, and why it is less than was paid for that half', () => {
    const openOffers = [{ offerId: 'off', name: 'Two for one', kind: 'bogo', value: 0, isCombinable: true }]
    const pair = {
      lines: [
        line(1, 575.69, { price: 1099, discount: 523.31, openOffers }),
        line(2, 523.31, { price: 999, discount: 475.69, openOffers }),
      ],
    }
    const lines = [{ lineNumber: 1, isChosen: true, amount: '575.69', isReturned: true }]

    const read = readRefund(pair, { isWhole: false, lines, reason: 'Wrong county.' })

    expect(read).toMatchObject({ ok: true, cents: 10_000, lostCents: 47_569 })
    expect(read.ok && read.asked.lines).toEqual([{ lineNumber: 1, isReturned: true }])
    const order = { ...pair, email: null, commission: null, paymentMethod: 'stripe' } as AdminOrder
    const words = consequencesOf(order, { ...read, cents: toCents(10_000), touched: [], hasEarnedCredit: false })
    expect(words.join(' ')).toContain('They cost $475.69 more')
    const other = [{ lineNumber: 2, isChosen: true, amount: '523.31', isReturned: true }]
    const nothing = readRefund(pair, { isWhole: false, lines: other, reason: 'Wrong county.' })
    expect(nothing.ok ? '' : nothing.problems.lines).toContain('There would be nothing to refund')
  })

  test.each([
    ['without a reason', { reason: '  ' }, '299.00', 'reason'],
    ['of no line', { isChosen: false }, '299.00', 'lines'],
    ['of more than is left', {}, '299.01', '1'],
    ['of no amount', {}, '1e2', '1'],
    ['of nothing', {}, '0', 'lines'],
  ])(
    '%s is refused with a message at the field',
    (_name, { reason = 'Late.', isChosen = true }: { reason?: string; isChosen?: boolean }, amount, field) => {
      const lines = [{ lineNumber: 1, isChosen, amount, isReturned: true }]

      const read = readRefund(ORDER, { isWhole: false, lines, reason })

      expect(read.ok ? [] : Object.keys(read.problems)).toEqual([field])
    },
  )
})

describe('the consequences of a refund', () => {
  const order = { email: 'bea@example.com', repName: 'Rob', commission: { rate: 10, amount: 29.9 } }
  const said = (more: object, returned: number, creditCents = toCents(0), hasEarnedCredit = false) =>
    consequencesOf({ ...order, ...more } as AdminOrder, {
      cents: toCents(29_900),
      creditCents,
      lostCents: toCents(0),
      touched: [{ delivery: null, isReturned: returned > 0, isWhole: false }],
      hasEarnedCredit,
    }).join(' ')

  test('to a card mention card, stock, commission and email', () => {
    const words = said({ paymentMethod: 'stripe' }, 1)

    for (const part of [
      '$299.00 goes back to the buyer’s card',
      '1 package goes back',
      '$29.90 of Rob’s',
      'bea@example.com',
    ])
      expect(words).toContain(part)
  })

  test('paid with store credit mention the credit and ask no one to send money', () => {
    expect(said({ paymentMethod: 'stripe' }, 0, toCents(5_000))).toMatch(
      /\$249\.00 goes back to the buyer’s card.*\$50\.00 goes back as store credit/,
    )
    const words = said({ paymentMethod: 'free' }, 0, toCents(29_900))
    expect(words).toContain('$299.00 goes back as store credit')
    expect(words).not.toMatch(/card|yourself/)
  })
})
