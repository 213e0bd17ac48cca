import type { ComponentType } from 'react'

type LoadTab = () => Promise<{ default: ComponentType }>

/**
 * The tabs of the admin dashboard (docs/product.md#admin-dashboard), with what they show. `value` is in the address.
 */
export const ADMIN_TABS = [
  { value: 'pricing', label: 'Pricing Management', load: () => import('./pricing-tab.tsx') },
  { value: 'team', label: 'Sales Team', load: () => import('./team-tab.tsx') },
  { value: 'inventory', label: 'Inventory Control', load: () => import('./inventory-tab.tsx') },
  { value: 'profile', label: 'My Profile', load: () => import('./profile-tab.tsx') },
  { value: 'analytics', label: 'Analytics', load: () => import('./analytics-tab.tsx') },
  { value: 'offers', label: 'Special Offers', load: () => import('./offers-tab.tsx') },
] as const satisfies readonly { value: string; label: string; load: LoadTab }[]

export type AdminTab = (typeof ADMIN_TABS)[number]
export type AdminTabName = AdminTab['value']

/** The tab in a URL; the first one for an unknown name. */
export const adminTabOf = (name: string | undefined): AdminTab =>
  ADMIN_TABS.find((tab) => tab.value === name) ?? ADMIN_TABS[0]
