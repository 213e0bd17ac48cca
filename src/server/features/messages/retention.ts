/** Forgets addresses in the message log. */
import type { ContactsListener } from '#server/features/orders/retention.ts'
import type { OrderMessageKind } from './message-composer.ts'
import { forgetAddresses as forgetAddressesStatement } from './queries.ts'
import { INSTRUCTIONS_MAX } from './queue-message.ts'

/** Kinds with one message per order, named after it. */
const ONE_OF_AN_ORDER = [
  'order_confirmation',
  'money_returned',
  'cash_app_closed',
] as const satisfies readonly OrderMessageKind[]

/**
 * Removes addresses from the message log when the contact of their order is forgotten, in the same transaction. A paid
 * order keeps its contact, so its confirmations and refunds keep theirs.
 */
export const forgetAddresses: ContactsListener = async (tx, orderIds) => {
  await tx.run(forgetAddressesStatement, { orderIds, orderKinds: ONE_OF_AN_ORDER, instructionsMax: INSTRUCTIONS_MAX })
}
