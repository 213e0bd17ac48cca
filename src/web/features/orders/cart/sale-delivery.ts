import type { DeliveryMethod } from '#contract/values.ts'
import { whenForgotten } from '#web/lib/member-data.ts'
import { createStore } from '#web/ui/store.ts'
import { cartLinesOnScreen, changeCartOnScreen, followServer, useCart } from './cart-data.ts'
import { nameDeliveryMethod } from './hold-unit.ts'

const USUAL: DeliveryMethod = 'email'

/** What was chosen for the current sale. Lines in the cart say for themselves how they are delivered. */
const chosenDelivery = createStore<DeliveryMethod>(USUAL)
whenForgotten(() => chosenDelivery.set(USUAL))

/** The one delivery method of all lines, `mixed` if they differ, or null without lines. */
function deliveryOf(lines: readonly { deliveryMethod: DeliveryMethod }[]): DeliveryMethod | 'mixed' | null {
  const [first, ...others] = lines
  if (!first) return null
  return others.every((line) => line.deliveryMethod === first.deliveryMethod) ? first.deliveryMethod : 'mixed'
}

/** How the sale is delivered, according to its lines. The next line (`ofNext`) is delivered the same way, or as chosen. */
export function useSaleDelivery(): { delivery: DeliveryMethod | 'mixed'; ofNext: DeliveryMethod } {
  const chosen = chosenDelivery.use()
  const { lines } = useCart()
  const delivery = deliveryOf(lines) ?? chosen
  return { delivery, ofNext: delivery === 'mixed' ? chosen : delivery }
}

/** Changes the delivery of the sale and of every line already in the cart. */
export async function chooseSaleDelivery(deliveryMethod: DeliveryMethod): Promise<void> {
  chosenDelivery.set(deliveryMethod)
  const others = cartLinesOnScreen().filter((line) => line.deliveryMethod !== deliveryMethod)
  if (others.length === 0) return
  await changeCartOnScreen((lines) => lines.map((line) => ({ ...line, deliveryMethod })))
  await Promise.all(others.map((line) => nameDeliveryMethod({ ...line, deliveryMethod })))
  await followServer()
}

/** The next caller chooses again how leads are delivered. */
export const resetSaleDelivery = (): void => chosenDelivery.set(USUAL)
