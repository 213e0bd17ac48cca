import type { resendMessage } from '#contract/admin/messages.ts'
import type { AdminOrder, getAdminOrder, ListedOrder } from '#contract/admin/order-screen.ts'
import { callApi } from '#web/lib/call-api.ts'
import { DONE, type Outcome, skipped } from '#web/lib/run-each.ts'

/** The latest confirmation of an order; resent ones are of the same kind. */
export const confirmationOf = (messages: AdminOrder['messages']): AdminOrder['messages'][number] | undefined =>
  messages
    .filter(({ kind, channel }) => kind === 'order_confirmation' && channel === 'email')
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))[0]

/** Emails the buyer of an order its confirmation again. The same attempt does it once. */
export async function resendConfirmation({ id }: Pick<ListedOrder, 'id'>, attemptId: string): Promise<Outcome> {
  const { messages } = await callApi<typeof getAdminOrder>('GET', '/api/admin/orders/:orderId', {
    params: { orderId: id },
  })
  const confirmation = confirmationOf(messages)
  if (!confirmation) return skipped('without a confirmation')
  await callApi<typeof resendMessage>('POST', '/api/admin/messages/:messageId/resend', {
    params: { messageId: confirmation.id },
    body: { attemptId },
  })
  return DONE
}
