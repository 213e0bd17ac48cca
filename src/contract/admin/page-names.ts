/** What the browser knows of the pages at its first load; `pages.ts` has the rest. */

/** The administrators' pages, the last part of `/admin-enhanced/<section>`, in the order of their links. */
export const ADMIN_SECTIONS = [
  'orders',
  'fulfilment',
  'cash-app',
  'claims',
  'disputes',
  'refunds',
  'links',
  'customers',
  'leads',
  'imports',
  'find',
  'settings',
  'messages',
  'jobs',
  'webhooks',
  'audit',
] as const
export type AdminSection = (typeof ADMIN_SECTIONS)[number]

/** The pages about law and trust, by their address, with their titles. */
export const LEGAL_TITLES = {
  terms: 'Terms of sale',
  privacy: 'Privacy',
  refunds: 'Refunds',
  'using-leads': 'How you may use these leads',
} as const
export type LegalName = keyof typeof LEGAL_TITLES
export const LEGAL_NAMES = /* @__PURE__ */ Object.keys(LEGAL_TITLES) as [LegalName, ...LegalName[]]

/** Old addresses, still in use (docs/product.md#promised-to-the-outside); the browser redirects to the current one. */
export const PAGE_ALIASES = {
  '/sales': '/sales-dashboard',
  '/sales-dashboard-complete': '/sales-dashboard',
  '/sales-dashboard-enhanced': '/sales-dashboard',
  '/admin': '/admin-enhanced',
  '/admin-enhanced/attention': '/admin-enhanced',
  '/admin-enhanced/lead-files': '/admin-enhanced/imports',
} as const

/** Whether the `view` of a leads page opens the choice of a county: its menus, or the map as well. */
export const isPickerView = (view: string | null | undefined): boolean => view === 'choose' || view === 'map'
