import type { CartLine } from '#contract/orders/cart.ts'
import type { DeliveryMethod } from '#contract/values.ts'
import { whenForgotten } from '#web/lib/member-data.ts'
import { Choice } from '#web/ui/choice.tsx'
import { createStore } from '#web/ui/store.ts'
import { cartLinesOnScreen, changeCartOnScreen, followServer, useCart } from './cart-data.ts'
import { nameDeliveryMethod } from './hold-unit.ts'

const USUAL: DeliveryMethod = 'email'

/** How what is added next is delivered. Lines in the cart say for themselves how they are. */
export const chosenDelivery = createStore<DeliveryMethod>(USUAL)
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
  await deliverBy(deliveryMethod, cartLinesOnScreen())
}

/** Changes the delivery of lines in the cart. */
export async function deliverBy(deliveryMethod: DeliveryMethod, lines: readonly CartLine[]): Promise<void> {
  const others = lines.filter((line) => line.deliveryMethod !== deliveryMethod)
  if (others.length === 0) return
  const changed = new Set(others.map(({ holdId }) => holdId))
  await changeCartOnScreen((all) => all.map((line) => (changed.has(line.holdId) ? { ...line, deliveryMethod } : line)))
  await Promise.all(others.map((line) => nameDeliveryMethod({ ...line, deliveryMethod })))
  await followServer()
}

/** The next caller chooses again how leads are delivered. */
export const resetSaleDelivery = (): void => chosenDelivery.set(USUAL)

/** In a line of text, so shorter than their names elsewhere. */
const OPTIONS = [
  { value: 'email', label: 'Email' },
  { value: 'sms', label: 'SMS' },
] as const

interface DeliveryChoiceProps {
  legend: string
  /** null if several packages differ. */
  value: DeliveryMethod | null
  onChange: (deliveryMethod: DeliveryMethod) => void
}

/** How leads are delivered: of what is added next, or of what is in the cart. */
export const DeliveryChoice = (props: DeliveryChoiceProps) => <Choice options={OPTIONS} {...props} />
