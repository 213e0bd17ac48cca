import { createStore } from './store.ts'

/**
 * The open modals, topmost last. A modal makes everything outside it inert and covers it, so toasts move into the open
 * modal; otherwise they could not be seen, pressed or heard.
 */
const openModals = createStore<readonly HTMLElement[]>([])

/** Registers an opened modal. @returns a function to unregister it */
export function enterTopLayer(element: HTMLElement): () => void {
  openModals.set([...openModals.get(), element])
  return () => openModals.set(openModals.get().filter((modal) => modal !== element))
}

/** Where something that must stay visible and usable goes right now. */
export function useTopLayer(): HTMLElement {
  return openModals.use().at(-1) ?? document.body
}
