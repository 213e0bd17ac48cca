import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { LEAD_TYPE_NAMES, LEAD_TYPES } from '#contract/catalogue/catalogue.ts'
import { stateCodeOf } from '#contract/catalogue/state-codes.ts'
import { useCart } from '#web/features/orders/cart/cart-data.ts'
import { SalesLink } from '#web/pages/sales/sales-navigation.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { EmptyState } from '#web/ui/panel.tsx'
import { SaleDelivery } from './package-grid.tsx'
import { useMarket } from './use-market.ts'

const SHORT =
  'shrink-0 [&_label]:sr-only [&_select]:pr-7 [&_select]:pl-2.5 [&_select]:text-sm [&_select]:capitalize [&_svg]:right-2'

/** `isShort`: in a word, in a line with other choices. */
export function LeadTypeSelect({ isShort = false }: { isShort?: boolean }) {
  const { leadType, chooseLeadType } = useMarket()
  return (
    <SelectField
      label="Lead Type"
      options={LEAD_TYPES}
      nameOf={(one) => (isShort ? one : LEAD_TYPE_NAMES[one])}
      value={leadType}
      onChange={chooseLeadType}
      className={isShort ? SHORT : undefined}
    />
  )
}

/**
 * Browse Packages: the selected county's packages of the selected lead type as cells, with a line about one of them;
 * without a county, those of the county last sold from.
 */
export function PackagesStep({ children }: { children: ReactNode }) {
  const { market, isChosen, chooseMarket } = useMarket()
  const inCart = useCart().lines.at(-1)
  useEffect(() => {
    if (!isChosen && inCart) chooseMarket(inCart)
  })
  if (!isChosen) {
    return (
      <EmptyState
        title="Please select a state and county first"
        action={
          <SalesLink tab="market" look="primary">
            Go to Market Selection
          </SalesLink>
        }
      >
        The packages of the county then appear here, with live inventory.
      </EmptyState>
    )
  }
  return (
    <section aria-labelledby="packages-title" className="sm:rounded-md sm:border sm:border-line sm:bg-surface sm:p-5">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <h2 id="packages-title" className="flex min-w-0 grow *:min-w-0 *:px-2.5! max-sm:basis-full">
          <SalesLink tab="market">
            <span className="min-w-0 truncate">
              {market.county}, {stateCodeOf(market.state)}
            </span>
            <span className="sr-only">, another market</span>
            <ChevronDown size={16} aria-hidden="true" className="shrink-0" />
          </SalesLink>
        </h2>
        <LeadTypeSelect isShort />
        <SaleDelivery />
      </div>
      {children}
    </section>
  )
}
