import { useNavigate, useRouter } from '@tanstack/react-router'
import { Minus, Plus, Trash2 } from 'lucide-react'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { leadsWords, packageName, TIER_FACTS } from '#contract/catalogue/catalogue.ts'
import type { AppliedOffer } from '#contract/catalogue/offers.ts'
import { DELIVERY_HOURS } from '#contract/delivery/delivery-hours.ts'
import type { CartLine, PendingOrder } from '#contract/orders/cart.ts'
import { DELIVERY_METHOD_NAMES } from '#contract/plain-values.ts'
import { formatDollars, formatMoment, formatPlural, formatTimeLeft } from '#web/lib/format.ts'
import { offerEffects, sumRows, tierTerms } from '#web/lib/line-offers.tsx'
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
import { dismissToasts, showToast } from '#web/ui/toast.ts'
import { usePriceChanges } from './agreed-prices.ts'
import { useCart } from './cart-data.ts'
import { HoldBar } from './hold-bar.tsx'
import { firstEndOf, HoldCountdown } from './hold-countdown.tsx'
import { LostLinesNotice } from './lost-lines-notice.tsx'
import { CodeMissing, OutdatedNotice, PriceChangeNotice, UnreadableCart } from './price-change-notice.tsx'
import { deliverBy } from './sale-delivery.tsx'
import { useAddToCart } from './use-add-to-cart.ts'
import { useCartSteps } from './use-cart-steps.ts'
import { useClearCart, useRemoveFromCart } from './use-remove-from-cart.ts'

const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0)

/** One package, delivered one way; the newest unit last. `onLast`: its last unit is about to leave. */
type CartUnitsProps = { units: readonly CartLine[]; cartEndsAtMs: number; onLast: () => void }
function CartUnits({ units, cartEndsAtMs, onLast }: CartUnitsProps) {
  const removeFromCart = useRemoveFromCart()
  const addToCart = useAddToCart(undefined, { isQuiet: true })
  const { saleCaps } = usePromises()
  const changes = usePriceChanges(units)
  const [line] = units
  if (!line) return null
  const name = packageName(line)
  const endsAtMs = firstEndOf(units) ?? 0
  const isBusy = removeFromCart.isPending || addToCart.isPending
  const otherMethod = line.deliveryMethod === 'email' ? 'sms' : 'email'
  const listed = units.map((unit) => changes.find((change) => change.line === unit)?.was ?? unit.price)
  const leads = { size: sum(units.map(({ size }) => size)), bonusLeads: sum(units.map((unit) => unit.bonusLeads)) }
  const offers = new Map<string, AppliedOffer>()
  for (const offer of units.flatMap((unit) => unit.offers))
    offers.set(offer.offerId, { ...offer, discount: sum([offer.discount, offers.get(offer.offerId)?.discount ?? 0]) })
  const facts = [line.leadTypeName, line.place, DELIVERY_METHOD_NAMES[line.deliveryMethod]]
  return (
    <li className="arrive rounded-md border border-line bg-surface px-3 pt-2.5">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="font-semibold">{name}</h3>
        <PriceCut
          was={formatDollars(sum(listed))}
          now={formatDollars(sum(units.map(priceAfterOffers)))}
          look="display text-xl"
        />
      </div>
      <p className="flex flex-wrap gap-x-2 text-sm text-muted">
        {leadsWords(leads)}
        <span className="font-semibold" style={{ color: `var(--tier-${line.tier})` }}>
          <span className="sr-only">{TIER_FACTS[line.tier].name} Package: </span>
          {tierTerms(line.tier, saleCaps)}
        </span>
      </p>
      <p className="text-sm text-muted">{facts.join(' · ')}</p>
      <NameValues label="Offers" rows={offerEffects([...offers.values()])} className="mt-1" />
      {endsAtMs - cartEndsAtMs > ALIKE_MS && (
        <HoldCountdown endsAtMs={endsAtMs} lead="Reserved for" size={18} className="mt-1" />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <button
          type="button"
          className="min-h-11 text-sm font-semibold text-accent underline underline-offset-4 hover:no-underline"
          onClick={() => void deliverBy(otherMethod, units)}
        >
          Send by {otherMethod === 'sms' ? 'text' : 'email'} instead<span className="sr-only">: {name}</span>
        </button>
        <div className="-mr-2.5 ml-auto flex items-center">
          <Button
            look="quiet"
            icon={units.length > 1 ? Minus : Trash2}
            className="size-11 p-0! text-ink"
            onClick={() =>
              removeFromCart.mutate(units.at(-1) ?? line, { onSettled: () => units.length === 1 && onLast() })
            }
            isBusy={isBusy}
            aria-label={`Remove ${units.length > 1 ? 'one ' : ''}${name}, ${line.county}`}
          />
          <span className="figures min-w-5 text-center text-sm font-semibold">
            {units.length}
            <span className="sr-only"> in cart</span>
          </span>
          <Button
            look="quiet"
            icon={Plus}
            className="size-11 p-0! text-ink"
            onClick={() =>
              addToCart.mutate({ package: { ...line, id: line.packageId }, deliveryMethod: line.deliveryMethod })
            }
            isBusy={isBusy}
            aria-label={`Add one more ${name}, ${line.county}`}
          />
        </div>
      </div>
    </li>
  )
}

/** Holds that end within this time show one countdown, above them. */
const ALIKE_MS = 60_000

function CartList({ lines }: { lines: readonly CartLine[] }) {
  const clearCart = useClearCart()
  const list = useRef<HTMLUListElement>(null)
  const groups = Map.groupBy(lines, ({ packageId, deliveryMethod }) => `${packageId} ${deliveryMethod}`)
  return (
    <>
      <HoldBar lines={lines} />
      <ul ref={list} tabIndex={-1} aria-label="Packages in your cart" className="mt-3 grid gap-3">
        {[...groups].map(([key, units]) => (
          <CartUnits
            key={key}
            units={units}
            cartEndsAtMs={firstEndOf(lines) ?? 0}
            // The pressed button leaves with its line; the focus stays in the list instead of leaving the dialog.
            onLast={() => list.current?.focus()}
          />
        ))}
      </ul>
      <Button
        look="quiet"
        size="small"
        className="mt-1 ml-auto -mr-3 flex! text-muted"
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
      <p className="mt-2 min-h-4 text-center text-xs text-balance text-muted">
        Leads within {DELIVERY_HOURS.promised} hours{methods && `, secure payment with ${methods}`}.
      </p>
      <button
        type="button"
        className="mx-auto -mb-3 flex min-h-11 items-center px-3 text-xs text-muted underline underline-offset-2 hover:text-ink"
        onClick={() => goTo('contact')}
      >
        Pay without leaving this page
      </button>
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
  useEffect(dismissToasts, [])
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
