import type { ComponentType } from 'react'
import type { DeskSection } from '#contract/admin/pages.ts'

/** One of the administrators' pages: `value` is the last part of its URL. */
export interface DeskPage {
  value: DeskSection
  label: string
  load: () => Promise<{ default: ComponentType }>
}

/** The pages in addition to the six tabs, in the order of their links: the daily work. */
export const DESK_PAGES: readonly DeskPage[] = [
  {
    value: 'attention',
    label: 'Needs attention',
    load: () =>
      import('#web/features/admin/attention/attention-view.tsx').then((file) => ({ default: file.AttentionView })),
  },
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
    value: 'messages',
    label: 'Message log',
    load: () => import('./messages-page.tsx').then((file) => ({ default: file.MessagesPage })),
  },
  {
    value: 'jobs',
    label: 'Failed jobs',
    load: () => import('./jobs-page.tsx').then((file) => ({ default: file.JobsPage })),
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
