import { useCartSteps } from './use-cart-steps.ts'

export const loadCartDialog = () => import('./cart-dialog.tsx')

/** What a button needs to open the cart. The dialog starts loading while the pointer is on its way to it. */
export function useOpenCart() {
  const { goTo } = useCartSteps()
  const early = { onPointerEnter: loadCartDialog, onFocus: loadCartDialog }
  return { ...early, onClick: () => goTo('list'), 'aria-haspopup': 'dialog' } as const
}
