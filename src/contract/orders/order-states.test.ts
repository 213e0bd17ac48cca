import { describe, expect, it } from 'vitest'
import { isOrderMove, ORDER_STATES, type OrderState, orderStatusOf } from './order-states.ts'

describe('an order', () => {
  it('moves only as the table allows', () => {
    const allowed: readonly (readonly [OrderState, OrderState])[] = [
      ['awaiting_payment', 'paid'],
      ['awaiting_payment', 'cancelled'],
      ['paid', 'processed'],
      ['paid', 'refunded'],
      ['processed', 'refunded'],
    ]

    const moves = ORDER_STATES.flatMap((from) =>
      ORDER_STATES.filter((to) => isOrderMove(from, to)).map((to) => [from, to]),
    )

    expect(moves).toEqual(allowed)
  })

  it('is `completed` on the wire once paid, and its own state otherwise', () => {
    expect(orderStatusOf('paid')).toBe('completed')
    expect(ORDER_STATES.filter((state) => state !== 'paid').map(orderStatusOf)).toEqual(
      ORDER_STATES.filter((state) => state !== 'paid'),
    )
  })
})
