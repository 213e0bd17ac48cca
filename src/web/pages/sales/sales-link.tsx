import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '#web/paths.ts'
import { type ButtonLook, buttonClasses } from '#web/ui/button.tsx'
import { isSaleStep, type SalesTabName, searchOfTab, sectionOf } from './sales-navigation.ts'

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
