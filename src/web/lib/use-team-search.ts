import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { TeamSearch } from '#web/paths.ts'

/** Without empty words, so the URL does not contain them. */
const filled = (words: TeamSearch): TeamSearch => Object.fromEntries(Object.entries(words).filter(([, word]) => word))

/** The state of a page of the team, kept in the URL: a reload, a shared link and Back restore it. */
export function useTeamSearch() {
  const search: TeamSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const { tab } = search
  /** Typing replaces the history entry, so Back leaves the page instead of undoing letters. */
  const change = useCallback(
    (words: TeamSearch, isTyping = false) => {
      const search = (before: TeamSearch) => filled({ ...before, ...words })
      void navigate({ to: '.', search, replace: isTyping, resetScroll: false })
    },
    [navigate],
  )
  /** Keeps nothing but the tab. */
  const show = (words: TeamSearch) => void navigate({ to: '.', search: filled({ tab, ...words }), resetScroll: false })
  return { search, change, show }
}
