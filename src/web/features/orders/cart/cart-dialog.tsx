import { useNavigate, useRouter } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { type ComponentType, useEffect, useMemo, useRef, useState } from 'react'
import { packageName, TIER_FACTS, type Tier } from '#contract/catalogue/catalogue.ts'
import { DELIVERY_HOURS } from '#contract/delivery/delivery-hours.ts'
import type { CartLine, PendingOrder } from '#contract/orders/cart.ts'
import { DELIVERY_METHOD_NAMES } from '#contract/plain-values.ts'
import { formatDollars, formatMoment, formatPlural, formatTimeLeft } from '#web/lib/format.ts'
import { leadsWords, offerEffects, sumRows, tierTerms } from '#web/lib/line-offers.tsx'
import { type LineSums, priceAfterOffers } from '#web/lib/line-sums.ts'
import { paymentMethods } from '#web/lib/payment-methods.ts'
import { usePromises } from '#web/lib/promises.ts'
import { BrowseLink } from '#web/lib/store-links.tsx'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { useStoreConfig } from '#web/lib/use-store-config.ts'
import { paths } from '#web/paths.ts'
import { NameValues, PriceCut, Sums } from '#web/ui/amounts.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast.ts'
import { usePriceChanges } from './agreed-prices.ts'
import { useCart } from './cart-data.ts'
import { HoldBar } from './hold-bar.tsx'
import { firstEndOf, HoldCountdown } from './hold-countdown.tsx'
import { LostLinesNotice } from './lost-lines-notice.tsx'
import { CodeMissing, OutdatedNotice, PriceChangeNotice, UnreadableCart } from './price-change-notice.tsx'
import { deliverBy } from './sale-delivery.tsx'
import { useCartSteps } from './use-cart-steps.ts'
import { useClearCart, useRemoveFromCart } from './use-remove-from-cart.ts'

const TIER_BARS: Readonly<Record<Tier, string>> = {
  vip: 'border-vip',
  premier: 'border-premier',
  premium: 'border-premium',
  standard: 'border-standard',
}

interface CartLineCardProps {
  line: CartLine
  /** Whether its hold ends clearly after the first of the cart. */
  endsLater: boolean
  isRemoving: boolean
  onRemove: () => void
}

function CartLineCard({ line, endsLater, isRemoving, onRemove }: CartLineCardProps) {
  const otherMethod = line.deliveryMethod === 'email' ? 'sms' : 'email'
  const { saleCaps } = usePromises()
  const [change] = usePriceChanges(useMemo(() => [line], [line]))
  return (
    <li className="arrive rounded-md border border-line bg-surface p-4">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="font-semibold">{packageName(line)}</h3>
        <PriceCut
          was={formatDollars(change?.was ?? line.price)}
          now={formatDollars(priceAfterOffers(line))}
          look="display text-xl"
        />
      </div>
      <p className="mt-0.5 text-sm text-muted">
        {leadsWords(line)} · {line.leadTypeName}
      </p>
      <p className="flex flex-wrap items-baseline gap-x-3 text-sm text-muted">
        {line.place} · {DELIVERY_METHOD_NAMES[line.deliveryMethod]}
        <button
          type="button"
          className="min-h-6 font-semibold text-accent underline underline-offset-4 hover:no-underline"
          onClick={() => void deliverBy(otherMethod, [line])}
        >
          Change to {DELIVERY_METHOD_NAMES[otherMethod]}
          <span className="sr-only"> for {packageName(line)}</span>
        </button>
      </p>
      <p className={`mt-3 border-l-2 pl-3 text-sm ${TIER_BARS[line.tier]}`}>
        <span className="font-semibold">{TIER_FACTS[line.tier].name} Package</span>: {tierTerms(line.tier, saleCaps)}
      </p>
      <NameValues label="Offers" rows={offerEffects(line.offers)} className="mt-3" />
      <div className="mt-3 flex items-center justify-between gap-3">
        {endsLater && <HoldCountdown endsAtMs={Date.parse(line.expiresAt)} lead="Reserved for" size={18} />}
        <Button
          look="danger"
          size="small"
          icon={Trash2}
          className="-mr-2 ml-auto"
          onClick={onRemove}
          disabled={isRemoving}
          aria-label={`Remove ${packageName(line)}, ${line.county}`}
        >
          {isRemoving ? 'Removing…' : 'Remove'}
        </Button>
      </div>
    </li>
  )
}

/** Holds that end within this time show one countdown, above them. */
const ALIKE_MS = 60_000

function CartList({ lines }: { lines: readonly CartLine[] }) {
  const removeFromCart = useRemoveFromCart()
  const clearCart = useClearCart()
  const list = useRef<HTMLUListElement>(null)
  // The pressed button disappears with its line; the focus stays in the list instead of leaving the dialog.
  const handleRemove = (line: CartLine) => removeFromCart.mutate(line, { onSettled: () => list.current?.focus() })
  return (
    <>
      <HoldBar lines={lines} />
      <ul ref={list} tabIndex={-1} aria-label="Packages in your cart" className="mt-4 grid gap-3">
        {lines.map((line) => (
          <CartLineCard
            key={line.holdId}
            line={line}
            endsLater={Date.parse(line.expiresAt) - (firstEndOf(lines) ?? 0) > ALIKE_MS}
            isRemoving={removeFromCart.isPending && removeFromCart.variables.holdId === line.holdId}
            onRemove={() => handleRemove(line)}
          />
        ))}
      </ul>
      <Button
        look="quiet"
        size="small"
        className="mt-3 ml-auto -mr-3 flex! text-muted"
        onClick={() => clearCart.mutate(lines)}
        isBusy={clearCart.isPending}
      >
        Clear Cart
      </Button>
    </>
  )
}

function CartFooter({ sums }: { sums: LineSums }) {
  const { goTo } = useCartSteps()
  const navigate = useNavigate()
  const { data: config } = useStoreConfig()
  const methods = config && paymentMethods(config, 'Stripe', 'and')
  return (
    <>
      <Sums rows={sumRows(sums)} name="Total" amount={formatDollars(sums.total)} />
      <Button look="primary" size="large" className="mt-3 w-full" onClick={() => void navigate({ to: paths.checkout })}>
        Proceed to Checkout
      </Button>
      <Button look="quiet" size="small" className="mx-auto mt-1 flex! font-normal!" onClick={() => goTo('contact')}>
        Pay in this panel
      </Button>
      <p className="mt-1 min-h-4 text-center text-xs text-balance text-muted">
        Leads within {DELIVERY_HOURS.promised} hours{methods && `, secure payment with ${methods}`}.
      </p>
    </>
  )
}

function EmptyCart() {
  const place = useRef<HTMLDivElement>(null)
  // The button that emptied the cart is gone; without this the focus would leave the dialog.
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus()
  }, [])
  return (
    <div ref={place} tabIndex={-1} className="grid justify-items-center gap-2 py-16 text-center outline-none">
      <p className="font-semibold">Your cart is empty</p>
      <p className="mb-2 max-w-[32ch] text-sm text-muted">
        We reserve the packages you add, so nobody else can buy them while you decide.
      </p>
      <BrowseLink />
    </div>
  )
}

function PendingOrderNotice({ order, className = '' }: { order: PendingOrder; className?: string }) {
  const nowMs = useServerSeconds() * 1000
  const { goTo } = useCartSteps()
  return (
    <Notice
      tone="attention"
      title={`Order ${order.reference} is waiting for your Cash App payment`}
      className={className}
      action={
        <Button look="primary" onClick={() => goTo('payment')}>
          See how to send {formatDollars(order.amount)}
        </Button>
      }
    >
      We reserve its packages for you until {formatMoment(order.expiresAt)} ({formatTimeLeft(order.expiresAt, nowMs)}).
    </Notice>
  )
}

export interface CartPurchaseProps {
  /** While this is true, the dialog stays open and shows what is being paid. */
  onBusyChange: (isBusy: boolean) => void
}

export type LoadCartPurchase = () => Promise<{ default: ComponentType<CartPurchaseProps> }>
export default function CartDialog({ loadPurchase }: { loadPurchase: LoadCartPurchase }) {
  const { step: wanted, goTo, close } = useCartSteps()
  const { lines, sums, pendingOrder, error, isPending, isOutdated } = useCart()
  const [isBusy, setIsBusy] = useState(false)
  useStayWhilePaying(isBusy)
  // Loaded ahead of time; a failure is shown where the part is needed.
  useEffect(() => void loadPurchase().catch(() => undefined), [loadPurchase])
  // Nothing to buy, for example because the holds expired: the list says so. What is being paid has left the cart and
  // stays on screen.
  const isEmpty = lines.length === 0 && !isPending && !error
  const isNothingToPay = isEmpty && pendingOrder === null
  const isTooFar = !isBusy && ((wanted === 'contact' && isEmpty) || (wanted === 'payment' && isNothingToPay))
  const step = isTooFar || (error && wanted !== 'done') ? 'list' : wanted
  const isList = step === 'list'
  const before = useRef(wanted)
  useEffect(() => {
    // The history behind a paid order has the steps that paid it; Back leaves them all and shows the page.
    if (before.current === 'done' && wanted !== 'done') close()
    else if (isTooFar) goTo('list')
    before.current = wanted
  }, [wanted, isTooFar, goTo, close])
  const handleClose = () => (isBusy ? askToStay() : close())
  return (
    <Dialog
      title={isEmpty && !isList ? 'Your order' : `Your cart (${formatPlural(lines.length, 'item')})`}
      onClose={handleClose}
      footer={isList && lines.length > 0 && <CartFooter sums={sums} />}
    >
      {isOutdated && <OutdatedNotice className="mb-4" />}
      {step !== 'done' && <LostLinesNotice className="mb-4" />}
      {isList && pendingOrder && <PendingOrderNotice order={pendingOrder} className="mb-4" />}
      {!isList ? (
        <LatePart
          load={loadPurchase}
          props={{ onBusyChange: setIsBusy }}
          waiting={<CartSkeleton />}
          failed={(retry) => <CodeMissing onRetry={retry} />}
        />
      ) : isPending ? (
        <CartSkeleton />
      ) : error ? (
        <UnreadableCart error={error} />
      ) : isEmpty ? (
        pendingOrder === null && <EmptyCart />
      ) : (
        <>
          <PriceChangeNotice lines={lines} total={sums.total} className="mb-4" />
          <CartList lines={lines} />
        </>
      )}
    </Dialog>
  )
}

const askToStay = () =>
  showToast({ title: 'Your payment is in progress', description: 'Please keep the cart open until it finishes.' })

/** While a payment is in progress, the browser's Back stays on the page, like the close button. */
function useStayWhilePaying(isBusy: boolean): void {
  const { history } = useRouter()
  useEffect(() => {
    if (!isBusy) return
    const blockerFn = async () => {
      askToStay()
      return true
    }
    // Leaving for the bank's own page (3-D Secure) is part of paying, and needs no question.
    return history.block({ blockerFn, enableBeforeUnload: false })
  }, [isBusy, history])
}

const CartSkeleton = () => (
  <>
    <LoadingWords>Loading your cart</LoadingWords>
    <Skeleton className="h-12" />
    <Skeleton className="mt-4 h-40" />
  </>
)
