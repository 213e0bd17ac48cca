import type { ContactsListener } from '#server/features/orders/retention.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { OrderMessageKind } from './message-composer.ts'
import * as sql from './queries.ts'
import { INSTRUCTIONS_MAX } from './queue-message.ts'

/** Kinds with one message per order, named after it. */
const ONE_OF_AN_ORDER: readonly OrderMessageKind[] = ['order_confirmation', 'money_returned', 'cash_app_closed']

/** Removes addresses from the message log when the contact of their order is forgotten, in the same transaction. */
export const forgetAddresses: ContactsListener = async (tx, orderIds) => {
  await tx.run(sql.forgetAddresses, { orderIds, orderKinds: ONE_OF_AN_ORDER, instructionsMax: INSTRUCTIONS_MAX })
}

/** Removes the addresses of messages, in the transaction of the feature that forgets whose they were. */
export async function forgetRecipients(tx: Transaction, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length > 0) await tx.run(sql.forgetRecipients, { messageIds })
}
