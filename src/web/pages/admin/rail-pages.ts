import * as icons from 'lucide-react'
import type { ComponentType } from 'react'
import type { AttentionKind } from '#contract/admin/attention.ts'
import type { AdminSection } from '#contract/admin/page-names.ts'
import { paths } from '#web/paths.ts'

type LoadTab = () => Promise<{ default: ComponentType }>

/**
 * The tabs of the admin dashboard (docs/product.md#admin-dashboard), with what they show. `value` is in the address.
 */
export const ADMIN_TABS = [
  { value: 'pricing', icon: icons.Tag, label: 'Pricing Management', load: () => import('./pricing-tab.tsx') },
  {
    value: 'team',
    icon: icons.Headset,
    label: 'Sales Team',
    load: () => import('#web/features/admin/team/team-view.tsx'),
  },
  { value: 'inventory', icon: icons.Layers, label: 'Inventory Control', load: () => import('./inventory-tab.tsx') },
  { value: 'profile', icon: icons.CircleUserRound, label: 'My Profile', load: () => import('./profile-tab.tsx') },
  { value: 'analytics', icon: icons.ChartLine, label: 'Analytics', load: () => import('./analytics-tab.tsx') },
  {
    value: 'offers',
    icon: icons.BadgePercent,
    label: 'Special Offers',
    load: () => import('#web/features/catalogue/offers/offers-view.tsx'),
  },
] as const satisfies readonly { value: string; icon: icons.LucideIcon; label: string; load: LoadTab }[]

export type AdminTab = (typeof ADMIN_TABS)[number]
export type AdminTabName = AdminTab['value']

/** The tab in a URL; the first one for an unknown name. */
export const adminTabOf = (name: string | undefined): AdminTab =>
  ADMIN_TABS.find((tab) => tab.value === name) ?? ADMIN_TABS[0]

/** One of the administrators' pages: `value` is the last part of its URL, `label` its name among those of its place. */
interface AdminPage<Value extends string = AdminSection> {
  value: Value
  label: string
  /** What waits there. */
  kinds?: readonly AttentionKind[]
  load: LoadTab
}

/** The page that administrators open on, at the dashboard's own address. */
export const TODAY: AdminPage<'today'> = { value: 'today', label: 'Today', load: () => import('./today-page.tsx') }

/** Where a page is: Today has the dashboard's own address. */
export const placeOfPage = (value: string) =>
  value === TODAY.value
    ? ({ to: paths.admin } as const)
    : ({ to: paths.adminSection, params: { section: value } } as const)

/** What one entry of the rail opens: a page, or several as tabs below one heading. */
export interface Place {
  label: string
  icon: icons.LucideIcon
  pages: readonly [AdminPage<string>, ...AdminPage<string>[]]
}

const ORDERS: Place = {
  label: 'Orders',
  icon: icons.ReceiptText,
  pages: [
    { value: 'orders', label: 'All', load: () => import('./orders-page.tsx') },
    {
      value: 'fulfilment',
      label: 'To deliver',
      kinds: ['fulfilment'],
      load: () => import('#web/features/delivery/fulfillment/fulfillment-view.tsx'),
    },
    {
      value: 'cash-app',
      label: 'To confirm',
      kinds: ['cash_app', 'cash_app_links'],
      load: () => import('./cash-app-page.tsx'),
    },
    {
      value: 'claims',
      label: 'Claims',
      kinds: ['claims'],
      load: () => import('#web/features/claims/claims-view.tsx'),
    },
    {
      value: 'disputes',
      label: 'Disputes',
      kinds: ['disputes'],
      load: () => import('#web/features/admin/orders/disputes-view.tsx'),
    },
    {
      value: 'refunds',
      label: 'Refunds',
      load: () => import('#web/features/admin/refunds/refunds-view.tsx'),
    },
  ] satisfies [AdminPage, ...AdminPage[]],
}

const LEADS: Place = {
  label: 'Leads',
  icon: icons.House,
  pages: [
    { value: 'leads', label: 'On sale', load: () => import('./lead-screen-page.tsx') },
    {
      value: 'imports',
      label: 'Imports',
      load: () => import('#web/features/admin/imports/imports-view.tsx'),
    },
    { value: 'find', label: 'Find', load: () => import('#web/features/admin/leads/find-leads.tsx') },
  ] satisfies [AdminPage, ...AdminPage[]],
}

const LINKS: AdminPage = {
  value: 'links',
  label: 'Payment Links',
  load: () => import('../sales/requests-tab.tsx').then((file) => ({ default: file.LinksPage })),
}
const CUSTOMERS: AdminPage = {
  value: 'customers',
  label: 'Customers',
  load: () => import('../sales/customers-tab.tsx'),
}

/** Behind the gear of the header. */
export const SETTINGS: Place = {
  label: 'Settings',
  icon: icons.Settings,
  pages: [
    { value: 'settings', label: 'Store', load: () => import('#web/features/admin/settings/settings-view.tsx') },
    {
      value: 'messages',
      label: 'Messages',
      load: () => import('#web/features/admin/messages/message-log-view.tsx'),
    },
    { value: 'jobs', label: 'Jobs', kinds: ['jobs'], load: () => import('#web/features/admin/jobs/jobs-panel.tsx') },
    {
      value: 'webhooks',
      label: 'Webhooks',
      load: () => import('#web/features/webhooks/webhooks-panel.tsx').then((file) => ({ default: file.StoreWebhooks })),
    },
    {
      value: 'audit',
      label: 'Audit log',
      load: () => import('#web/features/audit/audit-view.tsx'),
    },
  ] satisfies [AdminPage, ...AdminPage[]],
}

const alone = (icon: icons.LucideIcon, page: AdminPage<string>): Place => ({ label: page.label, icon, pages: [page] })

/** A group of the rail: some of the dashboard's tabs, then other places. Today stands alone. */
type RailGroup = { name?: string; tabs?: readonly AdminTabName[]; places?: readonly Place[] }

/** The rail from top to bottom. */
export const RAIL: readonly RailGroup[] = [
  { places: [alone(icons.ListChecks, TODAY)] },
  { name: 'Sell', places: [ORDERS, alone(icons.FileText, LINKS), alone(icons.UsersRound, CUSTOMERS)] },
  { name: 'Catalog', tabs: ['pricing', 'inventory', 'offers'], places: [LEADS] },
  { name: 'Business', tabs: ['analytics', 'team', 'profile'] },
]

export const PLACES: readonly Place[] = [...RAIL.flatMap(({ places = [] }) => places), SETTINGS]

/** The place and page in a URL; none on the dashboard itself. */
export function pageOf(section: string | undefined): { place: Place; page: AdminPage<string> } | undefined {
  for (const place of PLACES) {
    const page = place.pages.find(({ value }) => value === section)
    if (page) return { place, page }
  }
  return undefined
}
