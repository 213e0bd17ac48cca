import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { filtersOf, type RequestFilters, wordsOf } from '#web/features/links/requests/request-data.ts'
import { paths, type TeamSearch } from '#web/paths.ts'

const route = getRouteApi(paths.sales)

/** Leaves out undefined values, so the URL does not contain them. */
const filled = (search: TeamSearch): TeamSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value))

/** The state of the open list, kept in the URL: a reload, a shared link and Back restore it. */
export function useListSearch() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  /** Typing replaces the history entry, so Back leaves the list instead of undoing letters. */
  const change = useCallback(
    (words: TeamSearch, isTyping = false) =>
      void navigate({ search: (before) => filled({ ...before, ...words }), replace: isTyping, resetScroll: false }),
    [navigate],
  )
  return { search, change }
}

/** The filters of a list of payment requests, in the address. */
export function useRequestFilters(): [RequestFilters, (filters: RequestFilters) => void] {
  const { search, change } = useListSearch()
  const filters = filtersOf(search)
  return [filters, (next) => change({ ...wordsOf(next) }, next.search !== filters.search)]
}
