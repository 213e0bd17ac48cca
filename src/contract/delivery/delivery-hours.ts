/** The promise of the home page, and when administrators are warned about it: hours after the payment. */
export const DELIVERY_HOURS = { firstWarning: 12, lastWarning: 20, promised: 24 } as const
