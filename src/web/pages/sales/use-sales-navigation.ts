import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { paths, type SalesSearch } from '#web/paths.ts'
import type { SalesTabName } from './tab-names.ts'
import { isSaleStep } from './workspace/sale-steps.ts'

const route = getRouteApi(paths.sales)

/**
 * What another tab keeps of a URL: the market stays selected, and a sale's packages stay a grid or a list. The filters of
 * a list belong to the tab that is left.
 */
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
