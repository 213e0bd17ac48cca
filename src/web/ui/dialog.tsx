import { X } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { useModal } from './use-modal.ts'

interface DialogProps {
  title: ReactNode
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  /** For what needs more than a column: a request with its story, a customer with a history. */
  isWide?: boolean
  /** Over the whole window, for what takes the page's place. */
  isFullScreen?: boolean
}

/**
 * A modal sheet on the browser's own `<dialog>`: focus is kept inside and given back, Escape closes, the page behind is
 * inert. It is open as long as it is rendered.
 */
export function Dialog({ title, onClose, children, footer, isWide, isFullScreen }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const toastPlace = useRef<HTMLDivElement>(null)
  const titleId = useId()

  useModal(element, toastPlace)

  return (
    <dialog
      ref={element}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        if (event.target === element.current) onClose()
      }}
      className={classes(
        'arrive m-0 ml-auto flex h-dvh max-h-none w-full flex-col overflow-clip bg-paper text-ink shadow-float',
        isFullScreen ? 'max-w-none' : classes(isWide ? 'max-w-2xl' : 'max-w-md', 'border-line sm:border-l'),
      )}
    >
      <div className="flex items-center justify-between gap-4 border-b border-line px-4 py-3 sm:px-5">
        <h2 id={titleId} className="display text-xl">
          {title}
        </h2>
        <Button look="quiet" size="small" onClick={onClose} aria-label="Close" className="-mr-2 min-w-11 min-h-11 px-0">
          <X size={20} aria-hidden="true" />
        </Button>
      </div>
      <div className="grow overflow-y-auto overscroll-contain px-4 py-4 sm:px-5">{children}</div>
      <div ref={toastPlace} />
      {footer && <div className="border-t border-line bg-surface px-4 py-4 sm:px-5">{footer}</div>}
    </dialog>
  )
}
