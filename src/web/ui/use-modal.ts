import { type RefObject, useLayoutEffect } from 'react'
import { enterTopLayer } from './top-layer.ts'

/**
 * Opens a `<dialog>` as a modal while it is rendered: the focus stays inside and is returned, the page behind is inert
 * and does not scroll.
 *
 * @param toastPlace where toasts go meanwhile, because outside the modal they could not be seen
 */
export function useModal(
  element: RefObject<HTMLDialogElement | null>,
  toastPlace: RefObject<HTMLElement | null>,
): void {
  // Before painting, and undone before the element leaves, because only then can it return the focus.
  useLayoutEffect(() => {
    const dialog = element.current
    if (!dialog) return
    if (!dialog.open) dialog.showModal()
    const leaveTopLayer = toastPlace.current ? enterTopLayer(toastPlace.current) : undefined
    const unlockScrolling = lockScrolling()
    return () => {
      unlockScrolling()
      leaveTopLayer?.()
      dialog.close()
    }
  }, [element, toastPlace])
}

/** Locks the page behind, with the width of its scroll bar. @returns a function to unlock it */
function lockScrolling(): () => void {
  const { style, clientWidth } = document.documentElement
  const { overflowY, paddingRight } = style
  style.paddingRight = `${window.innerWidth - clientWidth}px`
  style.overflowY = 'hidden'
  return () => {
    style.paddingRight = paddingRight
    style.overflowY = overflowY
  }
}
