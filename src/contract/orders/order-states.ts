/**
 * The life of an order: which state follows which, and who may change it. `awaiting_payment → paid → processed →
 * refunded`, `awaiting_payment → cancelled`. Money that finds no stock goes back right away, so a paid order may be
 * refunded without ever being processed.
 */
import type { OrderStatus } from './orders.ts'

export const ORDER_STATES = ['awaiting_payment', 'paid', 'processed', 'refunded', 'cancelled'] as const
export type OrderState = (typeof ORDER_STATES)[number]

export const ORDER_MOVES = {
  awaiting_payment: { paid: 'settlement', cancelled: 'closing' },
  paid: { processed: 'fulfilment', refunded: 'settlement or admin' },
  processed: { refunded: 'admin' },
  refunded: {},
  cancelled: {},
} as const satisfies Record<OrderState, Partial<Record<OrderState, string>>>

/** Whether an order may go from one state to another. */
export const isOrderMove = (from: OrderState, to: OrderState): boolean => to in ORDER_MOVES[from]

/** The state as the wire names it: `completed` for a paid order. */
export const orderStatusOf = (state: OrderState): OrderStatus => (state === 'paid' ? 'completed' : state)
