import { useRef } from 'react'
import { type Package, packageName } from '#contract/catalogue/catalogue.ts'
import type { DeliveryMethod } from '#contract/values.ts'
import { shownDeals } from '#web/features/catalogue/county-on-screen.ts'
import { PackageMatrix, type PackageMatrixProps } from '#web/features/catalogue/matrix/package-matrix.tsx'
import { StockWord } from '#web/features/catalogue/package-cell.tsx'
import { TierBadge } from '#web/features/catalogue/tier-badge.tsx'
import { chooseSaleDelivery, DeliveryChoice, useSaleDelivery } from '#web/features/orders/cart/sale-delivery.tsx'
import { useAddToCart } from '#web/features/orders/cart/use-add-to-cart.ts'
import { useUnits } from '#web/features/orders/cart/use-units.ts'
import { formatPrice } from '#web/lib/format.ts'
import { loadLivePackages, nothing } from '#web/pages/store/late-parts.tsx'
import { PriceCut } from '#web/ui/amounts.tsx'
import { Button } from '#web/ui/button.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { useMarket } from './use-market.ts'

/** A fixed text, shorter than the store's, because a rep sees the stock next to the button. */
const FAILURE = 'Failed to add item to cart'

/** The two buttons that add one unit to the cart; neither without stock. */
function AddButtons({ package: wanted }: { package: Package }) {
  const addToCart = useAddToCart(FAILURE)
  // Two clicks may come before the button renders again.
  const isUnderWay = useRef(false)
  const handleAdd = (deliveryMethod: DeliveryMethod) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    const onSettled = () => {
      isUnderWay.current = false
    }
    addToCart.mutate({ package: wanted, deliveryMethod }, { onSettled })
  }
  return (
    <div className="flex gap-1">
      {(['email', 'sms'] as const).map((method) => (
        <Button
          key={method}
          disabled={wanted.available <= 0 && !addToCart.isPending}
          isBusy={addToCart.isPending}
          aria-describedby="detail-name"
          onClick={() => handleAdd(method)}
          className="whitespace-nowrap"
        >
          {method === 'email' ? 'Add to Cart - Email' : 'Add to Cart - SMS'}
        </Button>
      ))}
    </div>
  )
}

/** What a rep reads to the caller about the package in the focus, with its buttons. */
function PackageDetail({ package: one }: { package: Package }) {
  const { price = one.price, lowered, extra, sentences = [] } = shownDeals.use().get(one.id) ?? {}
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 rounded-md bg-sunken px-3 py-2 max-lg:hidden">
      <div className="min-w-0 grow basis-80">
        <p id="detail-name" className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold">{packageName(one)}</span>
          <TierBadge tier={one.tier} />
          <PriceCut was={formatPrice(one.price)} now={formatPrice(price)} />
          <StockWord available={one.available} word={one.available === 1 ? 'package left' : 'packages left'} />
        </p>
        <p className="text-xs text-muted">
          {[extra, lowered, one.description, ...sentences].filter(Boolean).join(' · ')}
        </p>
      </div>
      <AddButtons key={one.id} package={one} />
    </div>
  )
}

/** How the sale is delivered. On a phone, it is in a line with other choices. */
export function SaleDelivery() {
  const { delivery } = useSaleDelivery()
  const isMixed = delivery === 'mixed'
  return (
    <div className="flex shrink-0 items-center gap-2">
      <span aria-hidden="true" className="text-muted max-lg:hidden">
        Deliver by
      </span>
      <DeliveryChoice
        legend={isMixed ? 'Delivery of this sale, mixed so far' : 'Delivery of this sale'}
        value={isMixed ? null : delivery}
        onChange={(method) => void chooseSaleDelivery(method)}
      />
      {isMixed && (
        <span aria-hidden="true" className="text-xs font-semibold max-lg:hidden">
          Mixed
        </span>
      )}
    </div>
  )
}

interface PackageGridProps extends Pick<PackageMatrixProps, 'isFocusWanted' | 'onFocused'> {
  /** Without the delivery, which is above, and with a line about the package in the focus. */
  isBrowsing: boolean
}

/** The packages of the market as cells, and how the sale is delivered. */
export function PackageGrid({ isBrowsing, ...focus }: PackageGridProps) {
  const { market, leadType, chooseLeadType } = useMarket()
  const { ofNext } = useSaleDelivery()
  const { heldOf, setUnits } = useUnits(ofNext, FAILURE)
  return (
    <div className="grid gap-3">
      {!isBrowsing && <SaleDelivery />}
      <PackageMatrix
        market={market}
        leadType={leadType}
        onLeadType={chooseLeadType}
        unitsOf={(one) => heldOf(one.id).length}
        onUnits={setUnits}
        renderHeld={(one) => heldOf(one.id).length > 0 && `${heldOf(one.id).length} in cart`}
        renderDetail={(one) => isBrowsing && <PackageDetail package={one} />}
        {...focus}
      />
      <p className="text-xs text-muted pointer-coarse:hidden">
        Arrows move, Enter adds one, 0 to 9 sets how many, Delete takes one out, Page Down shows the next lead type.
        Ctrl+Enter sends.
      </p>
      <LatePart load={loadLivePackages} props={{ market, leadType }} failed={nothing} />
    </div>
  )
}
