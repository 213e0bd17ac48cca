import { expect, test } from 'vitest'
import { orderedLines } from './last-order.ts'

test('the bought lines are read back in full', () => {
  const stored = [
    { packageId: '48453-vacant-vip-20', deliveryMethod: 'sms' },
    { packageId: '06037-owner-standard-100', deliveryMethod: 'email' },
  ]
  expect(orderedLines(stored)).toEqual(stored)
})

test.each([
  ['nothing', null],
  ['a text', 'hello'],
  ['an object', { packageId: '48453-vacant-vip-20' }],
  ['lines of another shape', [null, 3, { packageId: '../admin', deliveryMethod: 'email' }, { packageId: 7 }]],
  ['an unknown delivery method', [{ packageId: '48453-vacant-vip-20', deliveryMethod: 'pigeon' }]],
])('%s in storage gives no order', (...row) => {
  expect(orderedLines(row[1])).toEqual([])
})
