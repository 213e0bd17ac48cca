import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type DeskSearch, paths } from '#web/paths.ts'

const route = getRouteApi(paths.adminDesk)

/** What a page of the desk shows, kept in the address: a reload, a shared link and the back button bring it again. */
export function useDeskSearch() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  /** An empty word leaves no trace. Typing replaces the entry of the history, so that "back" leaves the list. */
  const change = useCallback(
    (words: { [Name in keyof DeskSearch]?: string }, isTyping = false) =>
      void navigate({
        search: (before) => Object.fromEntries(Object.entries({ ...before, ...words }).filter(([, word]) => word)),
        replace: isTyping,
        resetScroll: false,
      }),
    [navigate],
  )
  return { search, change }
}
