import { Link, useNavigate } from '@tanstack/react-router'
import { MapPin } from 'lucide-react'
import { useRef } from 'react'
import type { CartLine } from '#contract/cart.ts'
import { formatDollars, formatPlural } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { followServer, useCart } from './cart-data.ts'
import { CartLineCard } from './cart-line-card.tsx'
import { closeCart } from './cart-screen.ts'
import { HoldAnnouncer, HoldCountdown } from './hold-countdown.tsx'
import { firstEndOf } from './hold-time.ts'
import { LostLinesNotice } from './lost-lines-notice.tsx'
import { useClearCart, useRemoveFromCart } from './use-remove-from-cart.ts'
import { useRenewCart } from './use-renew-cart.ts'

/** The cart as a modal: what is held, for how long, for how much, and the one next step. */
export default function CartDialog() {
  const { lines, total, error, isPending } = useCart()
  return (
    <Dialog
      title={`Your cart (${formatPlural(lines.length, 'item')})`}
      onClose={closeCart}
      footer={lines.length > 0 && <CartFooter lines={lines} total={total} />}
    >
      <LostLinesNotice className="mb-4" />
      {isPending ? (
        <CartSkeleton />
      ) : error ? (
        <Notice
          tone="danger"
          title="The cart could not be read"
          action={<Button onClick={followServer}>Try again</Button>}
        >
          {error.sentence} What you hold stays held.
        </Notice>
      ) : lines.length === 0 ? (
        <EmptyCart />
      ) : (
        <CartLines lines={lines} />
      )}
    </Dialog>
  )
}

function CartLines({ lines }: { lines: readonly CartLine[] }) {
  const removeFromCart = useRemoveFromCart()
  const list = useRef<HTMLUListElement>(null)
  // The pressed button goes with its line; the focus stays with the list instead of falling out of the dialog.
  const handleRemove = (line: CartLine) => removeFromCart.mutate(line, { onSettled: () => list.current?.focus() })
  return (
    <>
      <HoldBar lines={lines} />
      <ul ref={list} tabIndex={-1} aria-label="Packages in your cart" className="mt-4 grid gap-3">
        {lines.map((line) => (
          <CartLineCard
            key={line.holdId}
            line={line}
            isRemoving={removeFromCart.isPending && removeFromCart.variables.holdId === line.holdId}
            onRemove={() => handleRemove(line)}
          />
        ))}
      </ul>
      <ul className="mt-5 grid gap-1 text-xs text-muted">
        <li>Secure payment by card and Cash App.</li>
        <li>New customers get a verification email.</li>
        <li>Orders are processed within 24 hours.</li>
        <li>Returning customers get credits added to their account.</li>
      </ul>
    </>
  )
}

function HoldBar({ lines }: { lines: readonly CartLine[] }) {
  const renewCart = useRenewCart()
  const endsAtMs = firstEndOf(lines)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md bg-sunken py-1.5 pr-1 pl-4">
      {endsAtMs !== null && <HoldCountdown endsAtMs={endsAtMs} lead="First hold ends in" size={18} />}
      <Button look="quiet" size="small" onClick={() => renewCart.mutate()} disabled={renewCart.isPending}>
        Keep holding
      </Button>
      <HoldAnnouncer endsAtMs={endsAtMs} />
    </div>
  )
}

function CartFooter({ lines, total }: { lines: readonly CartLine[]; total: number }) {
  const clearCart = useClearCart()
  const navigate = useNavigate()
  const handleCheckout = () => {
    closeCart()
    void navigate({ to: paths.checkout })
  }
  return (
    <>
      <p className="flex items-baseline justify-between">
        <span className="font-semibold">Total</span>
        <span className="display figures text-2xl">{formatDollars(total)}</span>
      </p>
      <Button look="primary" size="large" className="mt-3 w-full" onClick={handleCheckout}>
        Proceed to Checkout
      </Button>
      <div className="mt-2 flex items-center justify-between gap-4">
        <p className="text-xs text-muted">Secure payment with Stripe and Cash App</p>
        <Button
          look="danger"
          size="small"
          className="-mr-2 shrink-0"
          onClick={() => clearCart.mutate(lines)}
          disabled={clearCart.isPending}
        >
          Clear Cart
        </Button>
      </div>
    </>
  )
}

function EmptyCart() {
  return (
    <div className="grid justify-items-center gap-4 py-16 text-center">
      <MapPin size={28} aria-hidden="true" className="text-muted" />
      <div>
        <p className="font-semibold">Your cart is empty</p>
        <p className="mt-1 max-w-[32ch] text-sm text-muted">
          Packages you add are held for you here, so nobody else can buy them while you decide.
        </p>
      </div>
      <Link to={paths.leads} onClick={closeCart} className={buttonClasses('primary')}>
        Browse Lead Packages
      </Link>
    </div>
  )
}

function CartSkeleton() {
  return (
    <>
      <LoadingWords>Loading your cart</LoadingWords>
      <Skeleton className="h-12" />
      <Skeleton className="mt-4 h-40" />
    </>
  )
}
