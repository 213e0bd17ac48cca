import type { SalesTabName } from '../tab-names.ts'

/** The steps of a sale in their order, with the key that opens each. Each is a section with its own address. */
export const SALE_STEPS = [
  { tab: 'call', label: 'Caller', key: 's' },
  { tab: 'market', label: 'Market', key: '1' },
  { tab: 'packages', label: 'Packages', key: '2' },
  { tab: 'cart', label: 'Cart', key: '3' },
  { tab: 'invoice', label: 'Invoice', key: '4' },
] as const satisfies readonly { tab: SalesTabName; label: string; key: string }[]
export type SaleStep = (typeof SALE_STEPS)[number]['tab']

/** Whether a section is a step of a sale; the others are lists. */
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
