import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { enterTopLayer } from './top-layer.ts'

interface DialogProps {
  title: ReactNode
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
}

/**
 * A modal sheet on the browser's own `<dialog>`: focus is kept inside and given back, Escape closes, the page behind is
 * inert. It is open as long as it is rendered.
 */
export function Dialog({ title, onClose, children, footer }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const toastPlace = useRef<HTMLDivElement>(null)
  const titleId = useId()

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
  }, [])

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
        'arrive m-0 ml-auto flex h-dvh max-h-none w-full max-w-md flex-col overflow-clip bg-paper text-ink shadow-float',
        'border-line sm:border-l',
      )}
    >
      <header className="flex items-center justify-between gap-4 border-b border-line px-4 py-3 sm:px-5">
        <h2 id={titleId} className="display text-xl">
          {title}
        </h2>
        <Button look="quiet" size="small" onClick={onClose} aria-label="Close" className="-mr-2 min-w-11 min-h-11 px-0">
          <X size={20} aria-hidden="true" />
        </Button>
      </header>
      <div className="grow overflow-y-auto overscroll-contain px-4 py-4 sm:px-5">{children}</div>
      <div ref={toastPlace} />
      {footer && <footer className="border-t border-line bg-surface px-4 py-4 sm:px-5">{footer}</footer>}
    </dialog>
  )
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
