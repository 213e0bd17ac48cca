import { useSyncExternalStore } from 'react'

/** Whether a media query holds, such as `(max-width: 40rem)`; renders again when that changes. A prerendered page says no at first. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}
