import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { paths, type SalesSearch } from '#web/paths.ts'
import type { SalesTabName } from './tab-names.ts'

const route = getRouteApi(paths.sales)

/** What another tab keeps of a URL: the market stays selected, the list's filters belong to the tab that is left. */
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

/** Opens a tab with the current market. */
export function useOpenTab(): (tab: SalesTabName) => void {
  const navigate = route.useNavigate()
  return useCallback((tab) => void navigate({ search: (search) => searchOfTab(search, tab) }), [navigate])
}
