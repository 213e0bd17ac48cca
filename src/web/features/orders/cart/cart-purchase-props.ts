import type { ComponentType } from 'react'

/** What follows the list inside the dialog; a page composes it from other features. */
export interface CartPurchaseProps {
  /** While this is true, the dialog stays open and shows what is being paid. */
  onBusyChange: (isBusy: boolean) => void
}

export type LoadCartPurchase = () => Promise<{ default: ComponentType<CartPurchaseProps> }>
