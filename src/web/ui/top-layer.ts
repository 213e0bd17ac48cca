import { createStore } from './store.ts'

/**
 * The open modals, topmost last. A modal makes everything outside it inert and covers it, so toasts move into the open
 * modal; otherwise they could not be seen, pressed or heard.
 */
const openModals = createStore<readonly HTMLElement[]>([])

/** The page's own place for toasts; null if it has none. */
const dock = createStore<HTMLElement | null>(null)
export const setToastDock = dock.set

/** Registers an opened modal. @returns a function to unregister it */
export function enterTopLayer(element: HTMLElement): () => void {
  openModals.set([...openModals.get(), element])
  return () => openModals.set(openModals.get().filter((modal) => modal !== element))
}

/** Where something that must stay visible and usable goes right now, and what that place is. */
export function useTopLayer(): { place: HTMLElement; kind: 'modal' | 'dock' | 'page' } {
  const modal = openModals.use().at(-1)
  const dockNow = dock.use()
  if (modal) return { place: modal, kind: 'modal' }
  return dockNow ? { place: dockNow, kind: 'dock' } : { place: document.body, kind: 'page' }
}
