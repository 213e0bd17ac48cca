import { type ReactNode, useRef } from 'react'
import { useModal } from './use-modal.ts'

interface ModalProps {
  titleId: string
  onClose: () => void
  className: string
  children: ReactNode
  /** Below the place for toasts. */
  footer?: ReactNode
}

/**
 * The browser's own `<dialog>` as a modal: the focus stays inside and is returned, the page behind is inert, Escape and
 * a click outside close it. It is open while it is rendered.
 */
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
