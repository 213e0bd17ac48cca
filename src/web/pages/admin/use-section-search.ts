import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { paths, type SectionSearch } from '#web/paths.ts'

const route = getRouteApi(paths.adminSection)

/** The state of an administrators' page, kept in the URL: a reload, a shared link and Back restore it. */
export function useSectionSearch() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  /** Empty values are left out. Typing replaces the history entry, so Back leaves the list. */
  const change = useCallback(
    (words: { [Name in keyof SectionSearch]?: string }, isTyping = false) =>
      void navigate({
        search: (before) => Object.fromEntries(Object.entries({ ...before, ...words }).filter(([, word]) => word)),
        replace: isTyping,
        resetScroll: false,
      }),
    [navigate],
  )
  return { search, change }
}
