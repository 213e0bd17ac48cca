import type { DeliveryMethod } from '#contract/values.ts'
import { whenForgotten } from '#web/lib/member-data.ts'
import { createStore } from '#web/ui/store.ts'
import { cartLinesOnScreen, followServer } from './cart-data.ts'
import { nameDeliveryMethod } from './hold-unit.ts'

const USUAL: DeliveryMethod = 'email'

/** How the leads of the sale at hand are delivered: chosen once, for what is in the cart and for what is added. */
export const saleDelivery = createStore<DeliveryMethod>(USUAL)
whenForgotten(() => saleDelivery.set(USUAL))

/** Changes the delivery of the sale, and of every line that is in the cart already. */
export async function chooseSaleDelivery(deliveryMethod: DeliveryMethod): Promise<void> {
  saleDelivery.set(deliveryMethod)
  const others = cartLinesOnScreen().filter((line) => line.deliveryMethod !== deliveryMethod)
  await Promise.all(others.map((line) => nameDeliveryMethod({ ...line, deliveryMethod })))
  if (others.length > 0) await followServer()
}
