/** Starts loading the dialog early, for example while the pointer is on its way to the button. */
export const loadCartDialog = () => import('./cart-dialog.tsx')
