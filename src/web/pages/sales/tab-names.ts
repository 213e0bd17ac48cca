/** The eight tabs of the sales dashboard, in SPEC.md's order. `value` is in the address. */
export const TAB_NAMES = [
  { value: 'market', label: 'Market Selection' },
  { value: 'packages', label: 'Browse Packages' },
  { value: 'cart', label: 'Sales Cart' },
  { value: 'invoice', label: 'Generate Invoice' },
  { value: 'requests', label: 'Payment Requests' },
  { value: 'history', label: 'Sales History' },
  { value: 'customers', label: 'Customer Database' },
  { value: 'profile', label: 'My Profile' },
] as const

/** All of a sale on one screen; the first four tabs show its parts in full. */
export const CALL_SCREEN = { value: 'call', label: 'Call Screen' } as const

/** The name of a section in the address. */
export type SalesTabName = (typeof TAB_NAMES)[number]['value'] | typeof CALL_SCREEN.value
