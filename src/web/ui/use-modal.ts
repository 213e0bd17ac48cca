import { type RefObject, useLayoutEffect } from 'react'
import { enterTopLayer } from './top-layer.ts'

/**
 * Opens a `<dialog>` as a modal for as long as it is rendered: focus is kept inside and given back, the page behind is
 * inert and does not scroll.
 *
 * @param toastPlace where toasts go meanwhile, because outside the modal they could not be seen
 */
export function useModal(
  element: RefObject<HTMLDialogElement | null>,
  toastPlace: RefObject<HTMLElement | null>,
): void {
  // Before painting, and taken back before the element leaves, because only then can it give the focus back.
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

/** Keeps the page behind still, and as wide as it was with its scroll bar. @returns how to let it go */
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
