import type { ComponentType } from 'react'
import { type SalesTabName, sectionOf } from './tab-names.ts'
import { isSaleStep, type SaleStep } from './workspace/sale-steps.ts'

type LoadTab = () => Promise<{ default: ComponentType }>

/** The steps of a sale are one screen: what is typed or sent in one of them is still there in the next. */
const loadSale: LoadTab = () =>
  import('./workspace/sale-workspace.tsx').then((file) => ({ default: file.SaleWorkspace }))

/** What each list shows, loaded when it is opened. Separate from the names, because the tabs link to each other by name. */
const LOAD: Readonly<Record<Exclude<SalesTabName, SaleStep>, LoadTab>> = {
  requests: () => import('./requests-tab.tsx').then((file) => ({ default: file.RequestsTab })),
  history: () => import('./history-tab.tsx').then((file) => ({ default: file.HistoryTab })),
  customers: () => import('./customers-tab.tsx').then((file) => ({ default: file.CustomersTab })),
  profile: () => import('./profile-tab.tsx').then((file) => ({ default: file.ProfileTab })),
}

interface SalesTab {
  value: SalesTabName
  label: string
  /** The same for sections that are one screen. */
  screen: string
  load: LoadTab
}

/** The section in a URL, with its screen. */
export function salesTabOf(name: string | undefined): SalesTab {
  const { value, label } = sectionOf(name)
  return isSaleStep(value)
    ? { value, label, screen: 'sale', load: loadSale }
    : { value, label, screen: value, load: LOAD[value] }
}
