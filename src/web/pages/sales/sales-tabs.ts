import type { ComponentType } from 'react'
import { CALL_SCREEN, type SalesTabName, TAB_NAMES } from './tab-names.ts'

type LoadTab = () => Promise<{ default: ComponentType }>

/** What each tab shows, loaded when it is opened. Separate from the names, because the tabs link to each other by name. */
const LOAD: Readonly<Record<SalesTabName, LoadTab>> = {
  call: () => import('./call/call-screen.tsx').then((file) => ({ default: file.CallScreen })),
  market: () => import('./market-tab.tsx').then((file) => ({ default: file.MarketTab })),
  packages: () => import('./packages-tab.tsx').then((file) => ({ default: file.PackagesTab })),
  cart: () => import('./cart-tab.tsx').then((file) => ({ default: file.CartTab })),
  invoice: () => import('./invoice-tab.tsx').then((file) => ({ default: file.InvoiceTab })),
  requests: () => import('./requests-tab.tsx').then((file) => ({ default: file.RequestsTab })),
  history: () => import('./history-tab.tsx').then((file) => ({ default: file.HistoryTab })),
  customers: () => import('./customers-tab.tsx').then((file) => ({ default: file.CustomersTab })),
  profile: () => import('./profile-tab.tsx').then((file) => ({ default: file.ProfileTab })),
}

/** The section in a URL; the first tab for an unknown name. */
export function salesTabOf(name: string | undefined): { value: SalesTabName; label: string; load: LoadTab } {
  const { value, label } = [CALL_SCREEN, ...TAB_NAMES].find((tab) => tab.value === name) ?? TAB_NAMES[0]
  return { value, label, load: LOAD[value] }
}
