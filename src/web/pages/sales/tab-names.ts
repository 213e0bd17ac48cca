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

/** The name of a tab in the address. */
export type SalesTabName = (typeof TAB_NAMES)[number]['value']
