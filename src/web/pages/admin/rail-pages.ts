import type { ComponentType } from 'react'
import type { AdminSection } from '#contract/admin/page-names.ts'
import { paths } from '#web/paths.ts'
import type { AdminTabName } from './admin-tabs.ts'
import { asPage } from './use-section-search.tsx'

/** One of the administrators' pages: `value` is the last part of its URL. */
export interface RailPage<Value extends string = AdminSection> {
  value: Value
  label: string
  load: () => Promise<{ default: ComponentType }>
}

/** The page that administrators open on, at the dashboard's own address. */
export const TODAY: RailPage<'today'> = { value: 'today', label: 'Today', load: () => import('./today-page.tsx') }

/** Where a page is: Today has the dashboard's own address. */
export const placeOfPage = (value: string) =>
  value === TODAY.value
    ? ({ to: paths.admin } as const)
    : ({ to: paths.adminSection, params: { section: value } } as const)

const loadFulfillment = () => import('#web/features/delivery/fulfillment/fulfillment-view.tsx')
const loadWebhooks = () => import('#web/features/webhooks/webhooks-panel.tsx')

const RAIL_PAGES: readonly RailPage[] = [
  { value: 'orders', label: 'Orders', load: () => import('./orders-page.tsx') },
  { value: 'cash-app', label: 'Cash App', load: () => import('#web/features/admin/orders/cash-app-view.tsx') },
  {
    value: 'fulfilment',
    label: 'Fulfillment',
    load: () => loadFulfillment().then((file) => ({ default: file.FulfillmentView })),
  },
  { value: 'leads', label: 'Leads', load: () => import('./lead-screen-page.tsx') },
  {
    value: 'imports',
    label: 'Imports',
    load: async () =>
      asPage((await import('#web/features/admin/imports/imports-view.tsx')).ImportsView, ({ search, change }) => ({
        open: search.open,
        onOpen: (open) => change({ open }),
      })),
  },
  {
    value: 'claims',
    label: 'Claims',
    load: async () =>
      asPage((await import('#web/features/claims/claims-view.tsx')).ClaimsView, ({ search, change }) => ({
        filter: search.status === 'answered' ? ('answered' as const) : ('open' as const),
        onFilter: (filter) => change({ status: filter === 'open' ? '' : filter }),
      })),
  },
  {
    value: 'disputes',
    label: 'Disputes',
    load: async () =>
      asPage((await import('#web/features/admin/orders/disputes-view.tsx')).DisputesView, ({ search, change }) => ({
        openId: search.open,
        onOpen: (open) => change({ open }),
      })),
  },
  {
    value: 'refunds',
    label: 'Refunds',
    load: async () =>
      asPage((await import('#web/features/admin/refunds/refunds-view.tsx')).RefundsView, ({ search, change }) => ({
        word: search.status,
        onFilter: (status) => change({ status }),
      })),
  },
  { value: 'messages', label: 'Message log', load: () => import('./messages-page.tsx') },
  { value: 'jobs', label: 'Failed jobs', load: () => import('#web/features/admin/jobs/jobs-panel.tsx') },
  {
    value: 'webhooks',
    label: 'Webhooks',
    load: () => loadWebhooks().then((file) => ({ default: file.StoreWebhooks })),
  },
  { value: 'audit', label: 'Audit log', load: () => import('./audit-page.tsx') },
  { value: 'settings', label: 'Settings', load: () => import('#web/features/admin/settings/settings-view.tsx') },
]

/** The page in a URL; none on the dashboard itself. */
export const railPageOf = (section: string | undefined): RailPage | undefined =>
  RAIL_PAGES.find((page) => page.value === section)

const pagesOf = (...sections: AdminSection[]) => sections.flatMap((section) => railPageOf(section) ?? [])

type RailPart = { label: string | null; tabs: readonly AdminTabName[]; pages: readonly RailPage<string>[] }

/** The rail: the six tabs and the other pages, by what they are for. */
export const RAIL: readonly RailPart[] = [
  { label: null, tabs: [], pages: [TODAY] },
  { label: 'Orders', tabs: [], pages: pagesOf('orders', 'fulfilment', 'claims', 'cash-app', 'disputes', 'refunds') },
  { label: 'Catalog', tabs: ['pricing', 'inventory', 'offers'], pages: pagesOf('leads', 'imports') },
  { label: 'Reports', tabs: ['analytics'], pages: [] },
  { label: 'Team', tabs: ['team', 'profile'], pages: [] },
  { label: 'System', tabs: [], pages: pagesOf('messages', 'jobs', 'webhooks', 'audit', 'settings') },
]
