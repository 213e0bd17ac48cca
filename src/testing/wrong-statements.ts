/** Statements with wrong declarations, each in one way: the check of all statements must find them. */
import { type NoParameters, statement } from '#server/platform/statement.ts'

/** The two parameters are swapped. */
export const swapped = statement<{ orderId: string; revision: number }, { state: string }>(
  'wrong.swapped',
  'select state from orders where order_id = $revision and revision = $orderId',
)

export const unnamed = statement<{ orderId: string; revision: number }, { state: string }>(
  'wrong.unnamed',
  'select state from orders where order_id = $orderId',
)

export const unknownColumn = statement<NoParameters, { state: string; status: string }>(
  'wrong.unknown_column',
  'select state from orders',
)

export const wrongType = statement<NoParameters, { total_cents: string }>(
  'wrong.wrong_type',
  'select total_cents from orders',
)

export const hidesNull = statement<NoParameters, { paid_at: Date }>('wrong.hides_null', 'select paid_at from orders')

/** The column is never null in its table, but an order may have no line. */
export const hidesOuterJoin = statement<NoParameters, { order_id: string; line_number: number }>(
  'wrong.hides_outer_join',
  'select o.order_id, l.line_number from orders o left join order_lines l on l.order_id = o.order_id',
)

export const inventsNull = statement<NoParameters, { order_id: string | null }>(
  'wrong.invents_null',
  'select order_id from orders',
)

export const promisesRows = statement<{ orderId: string }, { order_id: string }>(
  'wrong.promises_rows',
  'update orders set is_frozen = true where order_id = $orderId',
)

/** Nothing is wrong with this one. */
export const right = statement<{ orderId: string }, { order_id: string; paid_at: Date | null }>(
  'wrong.right',
  'select order_id, paid_at from orders where order_id = $orderId',
)
