import type { ComponentType } from 'react'
import type { DeskSection } from '#contract/admin/pages.ts'
import { paths } from '#web/paths.ts'
import type { AdminTabName } from './admin-tabs.ts'

/** One of the administrators' pages: `value` is the last part of its URL. */
export interface DeskPage<Value extends string = DeskSection> {
  value: Value
  label: string
  load: () => Promise<{ default: ComponentType }>
}

/** The page that administrators open on, at the dashboard's own address. */
export const TODAY: DeskPage<'today'> = {
  value: 'today',
  label: 'Today',
  load: () => import('./today-page.tsx').then((file) => ({ default: file.TodayPage })),
}

/** Where a page is: Today has the dashboard's own address. */
export const placeOfPage = (value: string) =>
  value === TODAY.value
    ? ({ to: paths.admin } as const)
    : ({ to: paths.adminDesk, params: { section: value } } as const)

const DESK_PAGES: readonly DeskPage[] = [
  {
    value: 'orders',
    label: 'Orders',
    load: () => import('./orders-page.tsx').then((file) => ({ default: file.OrdersPage })),
  },
  {
    value: 'cash-app',
    label: 'Cash App',
    load: () => import('#web/features/admin/orders/cash-app-view.tsx').then((file) => ({ default: file.CashAppView })),
  },
  {
    value: 'fulfilment',
    label: 'Fulfillment',
    load: () =>
      import('#web/features/delivery/fulfillment/fulfillment-view.tsx').then((file) => ({
        default: file.FulfillmentView,
      })),
  },
  {
    value: 'leads',
    label: 'Leads',
    load: () => import('./lead-desk-page.tsx').then((file) => ({ default: file.LeadDeskPage })),
  },
  {
    value: 'lead-files',
    label: 'Lead files',
    load: () => import('./lead-files-page.tsx').then((file) => ({ default: file.LeadFilesPage })),
  },
  {
    value: 'disputes',
    label: 'Disputes',
    load: () => import('./disputes-page.tsx').then((file) => ({ default: file.DisputesPage })),
  },
  {
    value: 'refunds',
    label: 'Refunds',
    load: () => import('./refunds-page.tsx').then((file) => ({ default: file.RefundsPage })),
  },
  {
    value: 'messages',
    label: 'Message log',
    load: () => import('./messages-page.tsx').then((file) => ({ default: file.MessagesPage })),
  },
  {
    value: 'jobs',
    label: 'Failed jobs',
    load: () => import('#web/features/admin/jobs/jobs-panel.tsx').then((file) => ({ default: file.JobsPanel })),
  },
  {
    value: 'audit',
    label: 'Audit log',
    load: () => import('./audit-page.tsx').then((file) => ({ default: file.AuditPage })),
  },
  {
    value: 'settings',
    label: 'Settings',
    load: () =>
      import('#web/features/admin/settings/settings-view.tsx').then((file) => ({ default: file.SettingsView })),
  },
]

/** The page in a URL; none on the dashboard itself. */
export const deskPageOf = (section: string | undefined): DeskPage | undefined =>
  DESK_PAGES.find((page) => page.value === section)

const pagesOf = (...sections: DeskSection[]) => sections.flatMap((section) => deskPageOf(section) ?? [])

interface RailPart {
  label: string | null
  tabs: readonly AdminTabName[]
  pages: readonly DeskPage<string>[]
}

/** The rail: SPEC.md's six tabs and the other pages, by what they are for. */
export const RAIL: readonly RailPart[] = [
  { label: null, tabs: [], pages: [TODAY] },
  { label: 'Orders', tabs: [], pages: pagesOf('orders', 'fulfilment', 'cash-app', 'disputes', 'refunds') },
  { label: 'Catalog', tabs: ['pricing', 'inventory', 'offers'], pages: pagesOf('leads', 'lead-files') },
  { label: 'Reports', tabs: ['analytics'], pages: [] },
  { label: 'Team', tabs: ['team', 'profile'], pages: [] },
  { label: 'System', tabs: [], pages: pagesOf('messages', 'jobs', 'audit', 'settings') },
]
