import { expect, it } from 'vitest'
import { isOrderMove, ORDER_STATES, type OrderState, orderStatusOf } from './order-states.ts'

it('an order moves only as the table allows', () => {
  const moves = (from: OrderState) => ORDER_STATES.filter((to) => isOrderMove(from, to))

  expect(Object.fromEntries(ORDER_STATES.map((from) => [from, moves(from)]))).toEqual({
    awaiting_payment: ['paid', 'cancelled'],
    paid: ['processed', 'refunded'],
    processed: ['refunded'],
    refunded: [],
    cancelled: [],
  })
})

it('an order is `completed` on the wire once paid, and its own state otherwise', () => {
  expect(orderStatusOf('paid')).toBe('completed')
  const others = ORDER_STATES.filter((state) => state !== 'paid')
  expect(others.map(orderStatusOf)).toEqual(others)
})
