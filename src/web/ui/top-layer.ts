import { createStore } from './store.ts'

/**
 * The open modals, topmost last. A modal makes everything outside it inert and covers it, so toasts move into the open
 * modal; otherwise they could not be seen, pressed or heard.
 */
const openModals = createStore<readonly HTMLElement[]>([])

/** Places that keep room for toasts, the latest last: there they lie over nothing. */
const docks = createStore<readonly HTMLElement[]>([])

/** @returns a function, also for a `ref`, that adds an element and returns how to take it away again */
const addingTo = (list: typeof docks) => (element: HTMLElement | null) => {
  if (element) list.set([...list.get(), element])
  return () => list.set(list.get().filter((one) => one !== element))
}
/** Registers an opened modal. */
export const enterTopLayer = addingTo(openModals)
export const addToastDock = addingTo(docks)

/** Where something that must stay visible and usable goes right now, and what that place is. */
export function useTopLayer(): { place: HTMLElement; kind: 'modal' | 'dock' | 'page' } {
  const modal = openModals.use().at(-1)
  const dock = docks.use().at(-1)
  if (modal) return { place: modal, kind: 'modal' }
  return dock ? { place: dock, kind: 'dock' } : { place: document.body, kind: 'page' }
}
