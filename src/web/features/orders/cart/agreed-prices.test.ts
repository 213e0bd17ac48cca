import { describe, expect, test } from 'vitest'
import { priceChanges, readAgreedPrices, withCurrentLines } from './agreed-prices.ts'

type Lines = Parameters<typeof withCurrentLines>[1]

const off = (offerId: string, discount: number) => ({ offerId, discount })
const first = { holdId: 'hld_first', price: 299, bonusLeads: 0, offers: [] }
const second = { holdId: 'hld_second', price: 129, bonusLeads: 0, offers: [] }
const reduced = { ...first, offers: [off('off_sale', 59.8)] }
/** What is shown if the cart was read with some lines first, and then with others. */
const changesOf = (before: Lines, now: Lines) => priceChanges(now, withCurrentLines(withCurrentLines({}, before), now))

test('a line at its old price is not a change; one at another price shows both prices', () => {
  const dearer = { ...second, price: 149.5 }
  expect(changesOf([first, second], [first, second])).toEqual([])
  expect(changesOf([first, second], [first, dearer])).toEqual([{ line: dearer, was: 129, now: 149.5, lostLeads: 0 }])
})

test('the first price seen stays the agreed one, however often the cart is read again', () => {
  const agreed = withCurrentLines({}, [first])
  expect(withCurrentLines(agreed, [{ ...first, price: 319 }])).toEqual(agreed)
})

describe('the agreed price is the price after offers', () => {
  const lower = { ...first, offers: [off('off_sale', 29.9)] }

  test.each([
    ['ends', reduced, first, 239.2, 299],
    ['starts', first, reduced, 299, 239.2],
    ['changes', reduced, lower, 239.2, 269.1],
  ])('an offer that %s is shown with old and new price', (_what, before, line, was, now) => {
    expect(changesOf([before], [line])).toEqual([{ line, was, now, lostLeads: 0 }])
  })

  test('bonus leads do not change a price, but fewer of them than promised are shown', () => {
    const withBonus = { ...first, bonusLeads: 5, offers: [off('off_extra', 0)] }
    expect(changesOf([first], [withBonus])).toEqual([])
    expect(changesOf([withBonus], [first])).toEqual([{ line: first, was: 299, now: 299, lostLeads: 5 }])
  })

  test('an offer divided anew because a line was added or removed is not a change', () => {
    const alone = { ...first, offers: [off('off_fifty', 50)] }
    const shared = [
      { ...first, offers: [off('off_fifty', 34.93)] },
      { ...second, offers: [off('off_fifty', 15.07)] },
    ]
    expect(changesOf([alone], shared)).toEqual([])
    expect(changesOf(shared, [alone])).toEqual([])
  })

  test('an offer that ended while a line was added is still shown for the line that had it', () => {
    expect(changesOf([reduced], [first, second])).toEqual([{ line: first, was: 239.2, now: 299, lostLeads: 0 }])
  })

  test('a free line of a pair is shown when it costs money because the other was removed', () => {
    const free = { ...second, offers: [off('off_pair', 129)] }
    expect(changesOf([first, free], [second])).toEqual([{ line: second, was: 0, now: 129, lostLeads: 0 }])
  })
})

test('stored prices in another shape are ignored', () => {
  const agreed = withCurrentLines({}, [first])
  expect(readAgreedPrices(JSON.parse(JSON.stringify(agreed)))).toEqual(agreed)
  expect(readAgreedPrices({ hld_old: 299, hld_bad: { price: '299', off: {} }, hld_worse: { price: 1 } })).toEqual({})
  expect(readAgreedPrices('299')).toEqual({})
})
