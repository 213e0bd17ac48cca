/** Starts loading the dialog before it is asked for, e.g. while the pointer is on its way to the button. */
export const loadCartDialog = () => import('./cart-dialog.tsx')
