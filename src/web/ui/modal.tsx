import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { dismissOldNews } from './toast.ts'
import { enterTopLayer } from './top-layer.ts'

interface ModalProps {
  titleId: string
  onClose: () => void
  className: string
  children: ReactNode
  /** Below the place for toasts. */
  footer?: ReactNode
}

/** The browser's own `<dialog>`, open while it is rendered; Escape and a click outside close it, the focus returns. */
export function Modal({ titleId, onClose, className, children, footer }: ModalProps) {
  const element = useRef<HTMLDialogElement>(null)
  const toastPlace = useRef<HTMLDivElement>(null)
  useModal(element, toastPlace)
  return (
    <dialog
      ref={element}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // React also delivers the events of a modal opened over this one, and of a file chooser.
        if (event.target !== element.current) return
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        if (event.target === element.current) onClose()
      }}
      className={className}
    >
      {children}
      <div ref={toastPlace} />
      {footer}
    </dialog>
  )
}

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
    if (!dialog.open) {
      dismissOldNews()
      dialog.showModal()
    }
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
