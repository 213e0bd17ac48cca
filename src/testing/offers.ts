/** Offers for tests, created like an administrator does. */
import { expect } from 'vitest'
import type { Buyer, Client, Reply } from './builders.ts'
import type { TestApp } from './test-app.ts'

let attempts = 0

/** The body of an offer for everything, 10 % off and combinable; `changes` override it. */
export const anOffer = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: 'A tenth off',
  kind: 'percentage',
  value: 10,
  leadTypes: [],
  tiers: [],
  sizes: [],
  states: [],
  isCombinable: true,
  ...changes,
})

/** Sends a request to create an offer. */
export function makeOffer(admin: Client, changes: Record<string, unknown> = {}): Promise<Reply> {
  attempts += 1
  return admin.call('POST', '/api/admin/offers', { ...anOffer(changes), attemptId: `attempt-offer-${attempts}` })
}

/** Creates an offer; it must succeed. @returns it */
export async function addOffer(admin: Client, changes: Record<string, unknown> = {}): Promise<Reply['body']> {
  const reply = await makeOffer(admin, changes)
  if (reply.status !== 200) throw new Error(`the offer was not made: ${JSON.stringify(reply.body)}`)
  return reply.body
}

/** Removes every offer that a test created, so the next one sees the original prices. */
export async function removeOffers(admin: Client): Promise<void> {
  const { body } = await admin.call('GET', '/api/admin/offers')
  for (const offer of body) if (offer.standard === null) await admin.call('DELETE', `/api/admin/offers/${offer.id}`)
}

/** An offer in the list, with its cost so far. */
export async function findOffer(admin: Client, offerId: string): Promise<Reply['body']> {
  const { body } = await admin.call('GET', '/api/admin/offers')
  return body.find((offer: { id: string }) => offer.id === offerId)
}

/** How often an offer was used, by its counter. */
export async function usedOf(store: TestApp, offerId: string): Promise<number> {
  return (await store.row`select used from offers where offer_id = ${offerId}`).used
}

/**
 * Pays what the cart shows, and what it shows after a refusal, like a buyer who agrees.
 *
 * @returns the order, and how often it was refused
 */
export async function payAsShown(buyer: Buyer): Promise<{ order: Reply['body']; refusals: Reply['body'][] }> {
  const refusals: Reply['body'][] = []
  for (let tries = 1; tries <= 3; tries += 1) {
    const { total } = await buyer.cart()
    const opened = await buyer.openPayment(total)
    if (opened.status !== 200) {
      refusals.push(opened.body)
      expect(Number(opened.body.details.total)).toBe((await buyer.cart()).total)
      continue
    }
    return { order: (await buyer.pay(opened.body)).body, refusals }
  }
  throw new Error(`nothing could be paid: ${JSON.stringify(refusals)}`)
}
