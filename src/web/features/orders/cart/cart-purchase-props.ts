import type { ComponentType } from 'react'

/** What follows the list inside the dialog; a page composes it, because it is made of other features. */
export interface CartPurchaseProps {
  /** The dialog stays open, and shows what is being paid, while this is true. */
  onBusyChange: (isBusy: boolean) => void
}

export type LoadCartPurchase = () => Promise<{ default: ComponentType<CartPurchaseProps> }>
