import { describe, expect, test } from 'vitest'
import { priceChanges, readAgreedPrices, withCurrentLines } from './agreed-prices.ts'

const off = (offerId: string, discount: number) => ({ offerId, discount })
const first = { holdId: 'hld_first', price: 299, bonusLeads: 0, offers: [] }
const second = { holdId: 'hld_second', price: 129, bonusLeads: 0, offers: [] }

test('a line at its old price is not a change; one at another price shows both prices', () => {
  const agreed = withCurrentLines({}, [first, second])

  const dearer = { ...second, price: 149.5 }

  expect(priceChanges([first, second], agreed)).toEqual([])
  expect(priceChanges([first, dearer], agreed)).toEqual([{ line: dearer, was: 129, now: 149.5, lostLeads: 0 }])
})

test('the first price seen stays the agreed one, however often the cart is read again', () => {
  const agreed = withCurrentLines({}, [first])

  expect(withCurrentLines(agreed, [{ ...first, price: 319 }])).toEqual(agreed)
})

describe('the agreed price is the price after offers', () => {
  const reduced = { ...first, offers: [off('off_sale', 59.8)] }

  test('an offer that ends, starts or changes is shown with old and new price', () => {
    const agreed = withCurrentLines({}, [reduced])
    const fresh = withCurrentLines({}, [first])
    const lower = { ...first, offers: [off('off_sale', 29.9)] }

    expect(priceChanges([first], withCurrentLines(agreed, [first]))).toEqual([
      { line: first, was: 239.2, now: 299, lostLeads: 0 },
    ])
    expect(priceChanges([reduced], withCurrentLines(fresh, [reduced]))).toEqual([
      { line: reduced, was: 299, now: 239.2, lostLeads: 0 },
    ])
    expect(priceChanges([lower], withCurrentLines(agreed, [lower]))).toEqual([
      { line: lower, was: 239.2, now: 269.1, lostLeads: 0 },
    ])
  })

  test('bonus leads do not change a price, but fewer of them than promised are shown', () => {
    const withBonus = { ...first, bonusLeads: 5, offers: [off('off_extra', 0)] }

    expect(priceChanges([withBonus], withCurrentLines({}, [first]))).toEqual([])
    expect(priceChanges([first], withCurrentLines({}, [withBonus]))).toEqual([
      { line: first, was: 299, now: 299, lostLeads: 5 },
    ])
  })

  test('an offer divided anew because a line was added or removed is not a change', () => {
    const alone = { ...first, offers: [off('off_fifty', 50)] }
    const shared = [
      { ...first, offers: [off('off_fifty', 34.93)] },
      { ...second, offers: [off('off_fifty', 15.07)] },
    ]
    const agreedAlone = withCurrentLines({}, [alone])

    const agreedBoth = withCurrentLines(agreedAlone, shared)

    expect(priceChanges(shared, agreedBoth)).toEqual([])
    expect(priceChanges([alone], withCurrentLines(agreedBoth, [alone]))).toEqual([])
  })

  test('an offer that ended while a line was added is still shown for the line that had it', () => {
    const agreed = withCurrentLines({}, [reduced])

    const now = withCurrentLines(agreed, [first, second])

    expect(priceChanges([first, second], now)).toEqual([{ line: first, was: 239.2, now: 299, lostLeads: 0 }])
  })

  test('a free line of a pair is shown when it costs money because the other was removed', () => {
    const free = { ...second, offers: [off('off_pair', 129)] }
    const agreed = withCurrentLines({}, [first, free])

    expect(priceChanges([second], withCurrentLines(agreed, [second]))).toEqual([
      { line: second, was: 0, now: 129, lostLeads: 0 },
    ])
  })
})

test('stored prices in another shape are ignored', () => {
  const agreed = withCurrentLines({}, [first])

  expect(readAgreedPrices(JSON.parse(JSON.stringify(agreed)))).toEqual(agreed)
  expect(readAgreedPrices({ hld_old: 299, hld_bad: { price: '299', off: {} }, hld_worse: { price: 1 } })).toEqual({})
  expect(readAgreedPrices('299')).toEqual({})
})
