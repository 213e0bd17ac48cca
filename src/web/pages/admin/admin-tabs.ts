import type { ComponentType } from 'react'

type LoadTab = () => Promise<{ default: ComponentType }>

/**
 * The tabs of the admin dashboard (docs/product.md#admin-dashboard), with what they show. `value` is in the address.
 */
export const ADMIN_TABS = [
  {
    value: 'pricing',
    label: 'Pricing Management',
    load: () => import('./pricing-tab.tsx').then((file) => ({ default: file.PricingTab })),
  },
  {
    value: 'team',
    label: 'Sales Team',
    load: () => import('./team-tab.tsx').then((file) => ({ default: file.TeamTab })),
  },
  {
    value: 'inventory',
    label: 'Inventory Control',
    load: () => import('./inventory-tab.tsx').then((file) => ({ default: file.InventoryTab })),
  },
  {
    value: 'profile',
    label: 'My Profile',
    load: () => import('./profile-tab.tsx').then((file) => ({ default: file.ProfileTab })),
  },
  {
    value: 'analytics',
    label: 'Analytics',
    load: () => import('./analytics-tab.tsx').then((file) => ({ default: file.AnalyticsTab })),
  },
  {
    value: 'offers',
    label: 'Special Offers',
    load: () => import('./offers-tab.tsx').then((file) => ({ default: file.OffersTab })),
  },
] as const satisfies readonly { value: string; label: string; load: LoadTab }[]

export type AdminTab = (typeof ADMIN_TABS)[number]
export type AdminTabName = AdminTab['value']

/** The tab in a URL; the first one for an unknown name. */
export function adminTabOf(name: string | undefined): AdminTab {
  return ADMIN_TABS.find((tab) => tab.value === name) ?? ADMIN_TABS[0]
}
