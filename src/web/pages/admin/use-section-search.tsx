import { getRouteApi } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { paths, type TeamSearch } from '#web/paths.ts'

const sectionRoute = getRouteApi(paths.adminSection)
const tabRoute = getRouteApi(paths.admin)
const filled = (words: object) => Object.fromEntries(Object.entries(words).filter(([, word]) => word))

/** The state of an administrators' page, kept in the URL: a reload, a shared link and Back restore it. */
export function useSectionSearch() {
  const search = sectionRoute.useSearch()
  const navigate = sectionRoute.useNavigate()
  /** Typing replaces the history entry, so Back leaves the list. */
  const change = (words: TeamSearch, isTyping = false) =>
    void navigate({ search: (before) => filled({ ...before, ...words }), replace: isTyping, resetScroll: false })
  return { search, change }
}

/** Makes a page of a view whose filters or open row are in the URL. */
export const asPage = <Props extends object>(
  View: ComponentType<Props>,
  propsOf: (at: ReturnType<typeof useSectionSearch>) => Props,
) => ({ default: () => <View {...propsOf(useSectionSearch())} /> })

/** The same for a tab of the dashboard. `show` keeps nothing but the tab. */
export function useTabSearch() {
  const search = tabRoute.useSearch()
  const navigate = tabRoute.useNavigate()
  const change = (words: TeamSearch) =>
    void navigate({ search: (before) => filled({ ...before, ...words }), resetScroll: false })
  const show = (words: TeamSearch) =>
    void navigate({ search: filled({ tab: search.tab, ...words }), resetScroll: false })
  return { search, change, show }
}
