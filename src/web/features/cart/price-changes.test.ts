import { expect, test } from 'vitest'
import { priceChanges, withCurrentLines } from './price-changes.ts'

const first = { holdId: 'hld_first', price: 299 }
const second = { holdId: 'hld_second', price: 129 }

test('a line that costs what it did is no change, one that costs something else is told with both prices', () => {
  const agreed = withCurrentLines({}, [first, second])

  const dearer = { ...second, price: 149.5 }

  expect(priceChanges([first, second], agreed)).toEqual([])
  expect(priceChanges([first, dearer], agreed)).toEqual([{ line: dearer, was: 129 }])
})

test('a price once seen stays the one agreed to, however often the cart is read again', () => {
  const agreed = withCurrentLines({ hld_first: 299 }, [{ ...first, price: 319 }])

  expect(agreed).toEqual({ hld_first: 299 })
})

test('a line that left is forgotten, and a new one is taken at the price it came with', () => {
  expect(withCurrentLines({ hld_first: 299 }, [second])).toEqual({ hld_second: 129 })
})

test('a line nobody has seen before is no change', () => {
  expect(priceChanges([first], {})).toEqual([])
})
