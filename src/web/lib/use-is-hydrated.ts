import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/**
 * False in the first render of a part that was served as HTML, which must equal the build's. A part that hydrates late
 * needs it, because by then the store has answered.
 */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
