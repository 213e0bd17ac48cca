import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback } from 'react'
import { paths, type TeamSearch } from '#web/paths.ts'
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

/** The first four tabs are the steps of a sale, in their order. */
export const SALE_STEPS = [
  { value: 'market', label: 'Market Selection' },
  { value: 'packages', label: 'Browse Packages' },
  { value: 'cart', label: 'Sales Cart' },
  { value: 'invoice', label: 'Generate Invoice' },
] as const
export type SaleStep = (typeof SALE_STEPS)[number]['value']

/** The eight tabs of the sales dashboard (docs/product.md#sales-dashboard). `value` is in the address. */
export const TAB_NAMES = [
  ...SALE_STEPS,
  { value: 'requests', label: 'Payment Requests' },
  { value: 'history', label: 'Sales History' },
  { value: 'customers', label: 'Customer Database' },
  { value: 'profile', label: 'My Profile' },
] as const

/** The name of a section in the address. */
export type SalesTabName = (typeof TAB_NAMES)[number]['value']

/** The section in a URL; the first tab for an unknown name. */
export const sectionOf = (name: string | undefined): { value: SalesTabName; label: string } =>
  TAB_NAMES.find((tab) => tab.value === name) ?? TAB_NAMES[0]

export const isSaleStep = (tab: SalesTabName): tab is SaleStep => SALE_STEPS.some(({ value }) => value === tab)

/** The step that many places after another; undefined beyond either end, and for a section that is not a step. */
export function stepBeside(tab: SalesTabName, places: number): SaleStep | undefined {
  const index = SALE_STEPS.findIndex(({ value }) => value === tab)
  return index < 0 ? undefined : SALE_STEPS[index + places]?.value
}

/** Too narrow for the parts of a sale side by side: narrower than Tailwind's `lg`. */
export const NARROW = '(max-width: 63.99rem)'

/** What another tab keeps of a URL: the market; a list's filters belong to the tab left. */
export const searchOfTab = ({ state, county, type }: TeamSearch, tab: SalesTabName): TeamSearch => ({
  ...{ state, county, type },
  // The first tab needs no name.
  tab: tab === 'market' ? undefined : tab,
})

/** Opens a tab with the current market or another one, from either dashboard. */
export function useOpenTab(): (tab: SalesTabName, market?: TeamSearch) => void {
  const navigate = useNavigate()
  return useCallback(
    (tab, market) => void navigate({ to: paths.sales, search: (now: TeamSearch) => searchOfTab(market ?? now, tab) }),
    [navigate],
  )
}

/** Focuses the open tab or sale step, after a frame: a closing dialog first returns the focus to where it was. */
export function focusPanel(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-step-region], [role="tabpanel"]')?.focus())
}
