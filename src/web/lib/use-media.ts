import { useSyncExternalStore } from 'react'

/**
 * Whether a media query holds, such as `(max-width: 40rem)`; renders again when that changes. At build time it does not: what
 * depends on it waits until the page is hydrated.
 */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
    // Hydration asks too: another answer than a moment later would render the page again, over what was chosen early.
    () => typeof document !== 'undefined' && matchMedia(query).matches,
  )
}
