import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '#web/paths.ts'
import { type ButtonLook, buttonClasses } from '#web/ui/button.tsx'
import type { SalesTabName } from './tab-names.ts'
import { searchOfTab } from './use-sales-navigation.ts'

const route = getRouteApi(paths.sales)

interface SalesLinkProps {
  tab: SalesTabName
  look?: ButtonLook
  children: ReactNode
}

/** A link to another tab that keeps the market, in the look of a button. */
export function SalesLink({ tab, look, children }: SalesLinkProps) {
  const search = route.useSearch()
  return (
    <Link to={paths.sales} search={searchOfTab(search, tab)} className={buttonClasses(look)}>
      {children}
    </Link>
  )
}
