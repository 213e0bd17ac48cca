import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { classes } from './classes.ts'
import { LatePart } from './late-part.tsx'
import { toasts } from './toast.ts'
import { addToastDock, useTopLayer } from './top-layer.ts'

const loadToaster = () => import('./toaster.tsx')
const NO_PROPS = {}

/** The container of toasts. The code that renders them is loaded with the first one. */
export function ToastHost() {
  const isNeeded = toasts.use().length > 0
  return isNeeded ? (
    <LatePart load={loadToaster} props={NO_PROPS} failed={(retry) => <PlainToasts onOnline={retry} />} />
  ) : null
}

/**
 * Without a connection, the code that renders toasts may be missing just when there is something to say; this shows the
 * words.
 */
function PlainToasts({ onOnline }: { onOnline: () => void }) {
  const { place, kind } = useTopLayer()
  const shown = toasts.use().filter((toast) => toast.isOpen)
  useEffect(() => {
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [onOnline])
  return createPortal(
    <div
      role="status"
      className={classes('w-full max-w-[420px]', kind === 'page' ? 'fixed right-0 bottom-5 z-50 p-4' : 'p-3')}
    >
      {shown.map((toast) => (
        <p
          key={toast.id}
          data-toast
          className="rounded-md border border-line bg-surface p-4 text-sm text-ink shadow-float"
        >
          <strong>{toast.title}</strong> {toast.description}
        </p>
      ))}
    </div>,
    place,
  )
}

/** Where toasts appear on a page that keeps a place for them: there they lie over nothing. */
export const ToastDock = () => <div ref={addToastDock} className="min-w-0 empty:hidden has-[[data-toast]]:grow" />
