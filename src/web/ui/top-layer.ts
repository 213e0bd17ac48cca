import { createStore } from './store.ts'

/**
 * The open modals, topmost last. A modal makes everything outside it inert and lies above it, so toasts move into the
 * modal while it is open; otherwise they could be neither seen, pressed nor heard.
 */
const openModals = createStore<readonly HTMLElement[]>([])

/** Registers an opened modal. @returns how to take it back */
export function enterTopLayer(element: HTMLElement): () => void {
  openModals.set([...openModals.get(), element])
  return () => openModals.set(openModals.get().filter((modal) => modal !== element))
}

/** Where something that must stay visible and operable belongs right now. */
export function useTopLayer(): HTMLElement {
  return openModals.use().at(-1) ?? document.body
}
