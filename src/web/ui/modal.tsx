import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react'
import { dismissOldNews } from './toast.ts'
import { enterTopLayer } from './top-layer.ts'

interface ModalProps
  extends Pick<ComponentProps<'dialog'>, 'aria-label' | 'aria-labelledby' | 'className' | 'children'> {
  onClose: () => void
  /** Below the place for toasts. */
  footer?: ReactNode
}

/**
 * The browser's own `<dialog>`, open while it is rendered: the focus stays inside and is returned, the page behind is
 * inert and does not scroll. Escape and a click outside close it.
 */
export function Modal({ onClose, children, footer, ...rest }: ModalProps) {
  const element = useRef<HTMLDialogElement>(null)
  /** Outside the modal, toasts could not be seen. */
  const toastPlace = useRef<HTMLDivElement>(null)
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
  }, [])
  return (
    <dialog
      ref={element}
      {...rest}
      onCancel={(event) => {
        // React also delivers the events of a modal opened over this one, and of a file chooser.
        if (event.target !== element.current) return
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        if (event.target === element.current) onClose()
      }}
    >
      {children}
      <div ref={toastPlace} />
      {footer}
    </dialog>
  )
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
