/** The eight tabs of the sales dashboard (docs/product.md#sales-dashboard). `value` is in the address. */
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

/** The start of a sale, with all of it on one screen. The first four tabs are its steps, each in full. */
export const CALL_SCREEN = { value: 'call', label: 'Call Screen' } as const

/** The name of a section in the address. */
export type SalesTabName = (typeof TAB_NAMES)[number]['value'] | typeof CALL_SCREEN.value

/** The section in a URL; the first tab for an unknown name. */
export const sectionOf = (name: string | undefined): { value: SalesTabName; label: string } =>
  [CALL_SCREEN, ...TAB_NAMES].find((tab) => tab.value === name) ?? TAB_NAMES[0]
