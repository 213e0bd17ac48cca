import type { ReactNode } from 'react'
import { useCart } from '#web/features/orders/cart/cart-data.ts'
import { classes } from '#web/ui/classes.ts'
import { LatePart, RetryLater } from '#web/ui/late-part.tsx'
import { ToastDock } from '#web/ui/toast-host.tsx'

/** On every page: test cards must not be taken for money. Alone, it ends in the empty space of the footer (`pb-16`). */
const SandboxRibbon = () => (
  <aside
    aria-label="Sandbox"
    className="flex h-7 shrink-0 items-center justify-center border-t border-attention/40 bg-attention-quiet text-xs font-semibold text-attention"
  >
    Sandbox: no real money moves
  </aside>
)

/** Loaded late, because most visitors hold nothing yet. */
const loadCartBar = () => import('#web/features/orders/cart/cart-bar.tsx')

const BAR_PROPS = { toasts: <ToastDock /> }
const IDLE_DOCK = (
  <div className="page-width has-[[data-toast]]:py-2.5">
    <ToastDock />
  </div>
)

interface StoreDockProps {
  isSandbox: boolean
  /** Something with a place for toasts; by default only that. Null: toasts float over the page. */
  children?: ReactNode
}

/** What stays at the bottom of the window: cart, toasts, sandbox. Part of the page, so at its end it covers nothing. */
export const StoreDock = ({ isSandbox, children = IDLE_DOCK }: StoreDockProps) => (
  <div className={classes('no-print dock pb-[env(safe-area-inset-bottom)]', isSandbox && '-mt-7')}>
    <div>{children}</div>
    {isSandbox && <SandboxRibbon />}
  </div>
)

/** The cart's bar from the first package on, and the place for toasts. */
export function CartDock() {
  const hasLines = useCart().lines.length > 0
  if (!hasLines) return IDLE_DOCK
  return (
    <LatePart
      load={loadCartBar}
      props={BAR_PROPS}
      waiting={IDLE_DOCK}
      failed={(retry, attempts) => (
        <>
          {IDLE_DOCK}
          <RetryLater retry={retry} attempts={attempts} />
        </>
      )}
    />
  )
}
