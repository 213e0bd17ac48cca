/** The message log as an administrator uses it, and emails that no server takes. */
import type { MessageComposers } from '#server/features/messages/message-composer.ts'
import { sendMessage } from '#server/features/messages/send-message.ts'
import type { Context } from '#server/gateways/context.ts'
import { type EmailGateway, RecipientRefused } from '#server/gateways/email/email-gateway.ts'
import { aBuyer, type Client, type Reply } from './builders.ts'
import type { TestApp } from './test-app.ts'

/** The store with a mail server that behaves like this. */
export const withMailServer = (store: TestApp, send: EmailGateway['send']): Context => ({
  ...store.ctx,
  gateways: { ...store.ctx.gateways, email: { ...store.ctx.gateways.email, send } },
})

/** Tries to send a message to an address that the mail server does not know. */
export function refuseMessage(store: TestApp, messageId: string, composers: MessageComposers = {}): Promise<void> {
  const send = async () => {
    throw new RecipientRefused('The mail server did not take the mail (550 no such account).')
  }
  return sendMessage(withMailServer(store, send), messageId, composers)
}

/** The stored row of a message. */
export const messageNamed = async (store: TestApp, id: string): Promise<Reply['body']> =>
  (await store.sql`select * from messages where message_id = ${id}`)[0]

/** Searches the log. */
export async function findMessages(admin: Client, search: string, more = ''): Promise<Reply['body'][]> {
  const { status, body } = await admin.call('GET', `/api/admin/messages?search=${encodeURIComponent(search)}${more}`)
  if (status !== 200) throw new Error(`the log was not read: ${JSON.stringify(body)}`)
  return body
}

/** Presses the button that sends a message again. */
export const resendMessage = (admin: Client, id: string, attemptId: string): Promise<Reply> =>
  admin.call('POST', `/api/admin/messages/${id}/resend`, { attemptId })

/** Buys a package; its confirmation waits to be sent. */
export async function anOrderToConfirm(store: TestApp, packageId: string) {
  const buyer = aBuyer(store)
  const order: { id: string; reference: string } = (await buyer.buy(packageId)).body
  const { email } = buyer.contactInfo
  return { id: `order_confirmation.${order.id}`, orderId: order.id, reference: order.reference, email }
}
