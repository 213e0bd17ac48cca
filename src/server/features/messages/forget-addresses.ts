import type { ContactsListener } from '#server/features/orders/forget-old-contacts.ts'
import type { OrderMessageKind } from './message-composer.ts'
import { forgetAddresses as forgetAddressesStatement } from './queries.ts'
import { INSTRUCTIONS_MAX } from './queue-message.ts'

/** The kinds of which an order has one message, named after it. */
const ONE_OF_AN_ORDER = [
  'order_confirmation',
  'money_returned',
  'cash_app_closed',
] as const satisfies readonly OrderMessageKind[]

/**
 * Takes the addresses out of the log of messages with the contact of the orders that they were about, in the same
 * transaction. An order that was paid keeps its contact, so its confirmations and refunds keep theirs.
 */
export const forgetAddresses: ContactsListener = async (tx, orderIds) => {
  await tx.run(forgetAddressesStatement, { orderIds, orderKinds: ONE_OF_AN_ORDER, instructionsMax: INSTRUCTIONS_MAX })
}
