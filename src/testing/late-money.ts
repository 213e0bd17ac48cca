/** Payments that come after the packages are gone. */
import { minutes } from '#server/platform/clock.ts'
import { aBuyer, openedPayment } from './builders.ts'
import type { TestApp } from './test-app.ts'

/** A buyer with one unit of each package at checkout, whose holds expire before the card is charged. */
export async function paidTooLate(store: TestApp, ...packageIds: string[]) {
  for (const packageId of new Set(packageIds))
    await store.setStock(packageId, packageIds.filter((other) => other === packageId).length)
  const { buyer, payment } = await openedPayment(store, ...packageIds)
  await store.pass(minutes(31))
  if ((await buyer.cart()).lines.length > 0) throw new Error('the holds did not run out')
  await buyer.confirm(payment)
  return { buyer, payment }
}

/** Another buyer takes one unit. */
export async function sellToAnother(store: TestApp, packageId: string): Promise<void> {
  await aBuyer(store).buy(packageId)
  await store.runJobs()
}
