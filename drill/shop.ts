/** A store that is killed again and again, from its users' point of view. */
import type { NodeProcess } from '#testing/faults/node-process.ts'
import type { Answer, Shopper } from '#testing/faults/shopper.ts'

/** Waits. */
export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** The store as its buyers see it: sometimes gone, then back at another port. */
export interface Shop {
  node: NodeProcess
  isClosing: boolean
  begun: number
  /** Orders that a buyer was told about. */
  acknowledged: Map<string, string>
  /** Payment links by what was said last about their end: to the customer who paid, to the rep who voided. */
  linksToldPaid: Set<string>
  linksToldVoided: Set<string>
  linksSent: number
}

/** Repeats a step until it works, like a browser whose connection broke. Null if the store closes first. */
export async function persist(shop: Shop, shopper: Shopper, step: () => Promise<Answer>): Promise<Answer | null> {
  while (!shop.isClosing) {
    shopper.url = shop.node.url
    try {
      const answer = await step()
      // 503: the provider, inside the same node, did not answer; 409 with `payment_pending`: not charged yet.
      if (answer.status < 500) return answer
    } catch {
      // The node is gone; it comes back.
    }
    await pause(30)
  }
  return null
}
