import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { paths, type SalesSearch } from '#web/paths.ts'
import type { SalesTabName } from './tab-names.ts'

const route = getRouteApi(paths.sales)

/** What another tab needs of an address: the market stays chosen, the list's filters belong to the tab that is left. */
export function searchOfTab(search: SalesSearch, tab: SalesTabName): SalesSearch {
  const { state, county, type } = search
  return {
    ...(state ? { state } : {}),
    ...(county ? { county } : {}),
    ...(type ? { type } : {}),
    // The first tab needs no name.
    ...(tab === 'market' ? {} : { tab }),
  }
}

/** Opens a tab, with the market as it is chosen. */
export function useOpenTab(): (tab: SalesTabName) => void {
  const navigate = route.useNavigate()
  return useCallback((tab) => void navigate({ search: (search) => searchOfTab(search, tab) }), [navigate])
}
