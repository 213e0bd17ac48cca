import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useCallback } from 'react'
import { paths, type SalesSearch } from '#web/paths.ts'
import { type ButtonLook, buttonClasses } from '#web/ui/button.tsx'

const route = getRouteApi(paths.sales)

/** A link to another tab that keeps the market, in the look of a button. The steps of a sale keep their place as well. */
export function SalesLink({ tab, look, children }: { tab: SalesTabName; look?: ButtonLook; children: ReactNode }) {
  const search = route.useSearch()
  return (
    <Link
      to={paths.sales}
      search={searchOfTab(search, tab)}
      resetScroll={!(isSaleStep(tab) && isSaleStep(sectionOf(search.tab).value))}
      className={buttonClasses(look)}
    >
      {children}
    </Link>
  )
}

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

/** The steps of a sale in their order, with the key that opens each. Each is a section with its own address. */
export const SALE_STEPS = [
  { tab: 'call', label: 'Caller', key: 's' },
  { tab: 'market', label: 'Market', key: '1' },
  { tab: 'packages', label: 'Packages', key: '2' },
  { tab: 'cart', label: 'Cart', key: '3' },
  { tab: 'invoice', label: 'Invoice', key: '4' },
] as const satisfies readonly { tab: SalesTabName; label: string; key: string }[]
export type SaleStep = (typeof SALE_STEPS)[number]['tab']

export const isSaleStep = (tab: SalesTabName): tab is SaleStep => SALE_STEPS.some((step) => step.tab === tab)

/** The step that many places after another; undefined beyond either end, and for a section that is not a step. */
export function stepBeside(tab: SalesTabName, places: number): SaleStep | undefined {
  const index = SALE_STEPS.findIndex((step) => step.tab === tab)
  return index < 0 ? undefined : SALE_STEPS[index + places]?.tab
}

/** How Browse Packages shows them: a list with two buttons each, or the grid of the call screen. */
export type PackagesView = 'grid' | 'list'

/** Too narrow for the parts of a sale side by side: narrower than Tailwind's `lg`. */
export const NARROW = '(max-width: 63.99rem)'

/** What another tab keeps of a URL: the market, and a sale's grid or list; a list's filters belong to the tab left. */
export function searchOfTab(search: SalesSearch, tab: SalesTabName): SalesSearch {
  const { state, county, type, view } = search
  return {
    ...(state ? { state } : {}),
    ...(county ? { county } : {}),
    ...(type ? { type } : {}),
    // The first tab needs no name.
    ...(tab === 'market' ? {} : { tab }),
    ...(view && isSaleStep(tab) ? { view } : {}),
  }
}

/** The same along the steps of a sale: a sale that started on the call screen keeps its grid. */
export function searchOfStep(search: SalesSearch, tab: SalesTabName): SalesSearch {
  const kept = searchOfTab(search, tab)
  return search.tab === 'call' && tab === 'packages' ? { ...kept, view: 'grid' } : kept
}

/** Opens a tab with the current market. */
export function useOpenTab(): (tab: SalesTabName) => void {
  const navigate = route.useNavigate()
  return useCallback((tab) => void navigate({ search: (search) => searchOfTab(search, tab) }), [navigate])
}

/** Focuses the open tab or sale step, after a frame: a closing dialog first returns the focus to where it was. */
export function focusPanel(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-step-region], [role="tabpanel"]')?.focus())
}
