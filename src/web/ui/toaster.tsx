import { X } from 'lucide-react'
import { Toast as RadixToast } from 'radix-ui'
import { createPortal } from 'react-dom'
import { buttonClasses } from './button.tsx'
import { classes } from './classes.ts'
import { dismissToast, type Toast, toasts } from './toast.ts'
import { useTopLayer } from './top-layer.ts'

/** Promised (docs/product.md#times-and-limits), like F8, which reaches the toasts. */
const TOAST_DURATION_MS = 5000
const TOAST_SWIPE_PX = 50

/** Renders the toasts. Loaded when the first one is shown; see toast-host.tsx. */
export default function Toaster() {
  const shown = toasts.use()
  const { place, kind } = useTopLayer()
  return (
    <RadixToast.Provider duration={TOAST_DURATION_MS} swipeThreshold={TOAST_SWIPE_PX} swipeDirection="right">
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} isDocked={kind === 'dock'} />
      ))}
      {createPortal(
        <RadixToast.Viewport
          hotkey={['F8']}
          className={classes(
            'no-print flex w-full max-w-[420px] flex-col gap-2 outline-none',
            kind === 'dock' && 'ml-auto',
            kind === 'page' && 'fixed right-0 bottom-5 z-50 p-4',
            // Beside a drawer; over a dialog as wide as the window, which has nothing beside it, in its own row.
            kind === 'modal' && 'bottom-5 left-0 has-[li]:p-3 lg:not-in-[.max-w-none]:fixed',
          )}
        />,
        place,
      )}
    </RadixToast.Provider>
  )
}

function ToastCard({ toast, isDocked }: { toast: Toast; isDocked: boolean }) {
  const isDanger = toast.tone === 'danger'
  return (
    <RadixToast.Root
      open={toast.isOpen}
      onOpenChange={(isOpen) => {
        if (!isOpen) dismissToast(toast.id)
      }}
      {...(toast.durationMs === undefined ? {} : { duration: toast.durationMs })}
      type={isDanger ? 'foreground' : 'background'}
      data-toast
      className={classes(
        'arrive flex gap-3 text-ink data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
        isDocked
          ? 'items-center text-xs leading-4 sm:justify-end sm:text-sm'
          : 'items-start rounded-md border bg-surface p-4 text-sm shadow-float',
        !isDocked && (isDanger ? 'border-danger' : 'border-line'),
      )}
    >
      <div className={classes('min-w-0', isDocked ? 'max-sm:grow' : 'grow')} role={isDanger ? 'alert' : undefined}>
        <RadixToast.Title className={classes('font-semibold', isDanger && 'text-danger')}>
          {toast.title}
        </RadixToast.Title>
        {toast.description && <RadixToast.Description className="mt-0.5">{toast.description}</RadixToast.Description>}
      </div>
      {toast.action && (
        <RadixToast.Action
          altText={toast.action.altText}
          onClick={toast.action.onPress}
          className={classes(buttonClasses('plain', 'small'), '-my-1.5 shrink-0')}
        >
          {toast.action.label}
        </RadixToast.Action>
      )}
      <RadixToast.Close
        aria-label="Dismiss"
        className="-my-2 -mr-2 grid size-9 shrink-0 place-items-center rounded-md text-muted hover:bg-accent-quiet hover:text-ink"
      >
        <X size={16} aria-hidden="true" />
      </RadixToast.Close>
    </RadixToast.Root>
  )
}
