import { expect, test } from 'vitest'
import type { MovementKind, StockParty } from '#contract/admin/stock-screen.ts'
import { holdWords, movementWords, stuckWords } from './story-words.ts'

const cart: StockParty = { kind: 'cart', name: null, reference: null }
const rep: StockParty = { kind: 'rep', name: 'Rob Rep', reference: null }
const link: StockParty = { kind: 'link', name: 'Rob Rep', reference: 'LY-AAAA' }
const order: StockParty = { kind: 'order', name: null, reference: 'LY-BBBB' }
const admin: StockParty = { kind: 'member', name: 'Ada Admin', reference: null }
const store: StockParty = { kind: 'store', name: null, reference: null }

test.each<[MovementKind, StockParty, string]>([
  ['set', admin, 'Ada Admin set the stock'],
  ['set', store, 'The store set the stock'],
  ['held', cart, 'A buyer put one into their cart'],
  ['held', rep, 'Rob Rep put one into their cart'],
  ['held', link, 'Payment link LY-AAAA took one'],
  ['sold', order, 'Sold with order LY-BBBB'],
  ['released', cart, 'A buyer put one back'],
  ['released', link, 'Payment link LY-AAAA gave one back'],
  ['taken_out', admin, 'Ada Admin took one out of a cart'],
  ['expired', cart, 'A buyer’s hold ran out'],
  ['expired', link, 'Payment link LY-AAAA ran out of time'],
  ['refunded', order, 'Order LY-BBBB was refunded and its unit put back'],
])('a movement of the kind %s is described in a sentence', (kind, by, words) => {
  expect(movementWords({ kind, by })).toBe(words)
})

test('a hold shows its owner, and why a promised one stays', () => {
  expect([cart, rep, link, order].map((by) => holdWords({ by }))).toEqual([
    'A buyer’s cart',
    'Cart of Rob Rep',
    'Payment link LY-AAAA of Rob Rep',
    'Order LY-BBBB, waiting for its payment',
  ])
  expect(stuckWords({ by: link })).toContain('void the link')
  expect(stuckWords({ by: order })).toContain('payment is in progress')
})
