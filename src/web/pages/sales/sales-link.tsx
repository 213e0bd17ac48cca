import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '#web/paths.ts'
import { type ButtonLook, buttonClasses } from '#web/ui/button.tsx'
import { type SalesTabName, sectionOf } from './tab-names.ts'
import { searchOfTab } from './use-sales-navigation.ts'
import { isSaleStep } from './workspace/sale-steps.ts'

const route = getRouteApi(paths.sales)

interface SalesLinkProps {
  tab: SalesTabName
  look?: ButtonLook
  children: ReactNode
}

/** A link to another tab that keeps the market, in the look of a button. The steps of a sale keep their place as well. */
export function SalesLink({ tab, look, children }: SalesLinkProps) {
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
