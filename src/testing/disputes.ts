/** Payments that their bank disputes. */
import { openedPayment, type Reply } from './builders.ts'
import { cardProvider, deliverWebhook } from './card-provider.ts'
import type { TestApp } from './test-app.ts'

type Json = Reply['body']

/** A buyer who pays with the card that is disputed immediately. The store does not know about the dispute yet. */
export async function boughtAndDisputed(store: TestApp, ...packageIds: string[]) {
  const { buyer, payment } = await openedPayment(store, ...packageIds)
  const { body: order } = await buyer.pay(payment, 'pm_card_createDispute')
  const { data } = await cardProvider(store).call('GET', '/v1/disputes', { payment_intent: payment.paymentId })
  return { buyer, order, disputeId: data[0].id as string }
}

/** The provider's events about a dispute, oldest first. */
export async function disputeEvents(store: TestApp, { paymentId }: { paymentId: string }): Promise<Json[]> {
  const events = await cardProvider(store).events(paymentId)
  return events.filter((event) => event.type.startsWith('charge.dispute.'))
}

/** Delivers events to the store in this order, and runs what follows. */
export async function hearOf(store: TestApp, events: readonly Json[]): Promise<void> {
  for (const event of events) {
    const { status } = await deliverWebhook(store, event)
    if (status !== 202) throw new Error(`the event was answered with ${status}`)
  }
  await store.runJobs()
}

/** The bank decides. */
export const decide = (store: TestApp, disputeId: string, outcome: 'won' | 'lost'): Promise<Json> =>
  cardProvider(store).call('POST', `/v1/sandbox/disputes/${disputeId}/decide`, { outcome })
