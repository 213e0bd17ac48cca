import { useRef } from 'react'
import type { Package } from '#contract/catalogue/catalogue.ts'
import type { DeliveryMethod } from '#contract/values.ts'
import { PackageMatrix, type PackageMatrixProps } from '#web/features/catalogue/matrix/package-matrix.tsx'
import { chooseSaleDelivery, DeliveryChoice, useSaleDelivery } from '#web/features/orders/cart/sale-delivery.tsx'
import { useAddToCart } from '#web/features/orders/cart/use-add-to-cart.ts'
import { useUnits } from '#web/features/orders/cart/use-units.ts'
import { loadLivePackages, nothing } from '#web/pages/store/late-parts.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { LatePart } from '#web/ui/late-part.tsx'
import { useMarket } from './use-market.ts'

/** A fixed text, shorter than the store's, because a rep sees the stock next to the button. */
const FAILURE = 'Failed to add item to cart'

/** The two buttons that add one unit to the cart; neither without stock. */
export function AddButtons({ package: wanted, describedBy }: { package: Package; describedBy: string }) {
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
    <div className="flex gap-1 @3xl:justify-end">
      {(['email', 'sms'] as const).map((method) => (
        <Button
          key={method}
          size="small"
          look={method === 'email' ? 'plain' : 'quiet'}
          disabled={wanted.available <= 0 && !addToCart.isPending}
          isBusy={addToCart.isPending}
          aria-label={method === 'email' ? undefined : 'Add to Cart - SMS'}
          aria-describedby={describedBy}
          onClick={() => handleAdd(method)}
          className={classes(
            'gap-0! px-2.5! whitespace-nowrap',
            addToCart.isPending && addToCart.variables.deliveryMethod === method && 'breathe',
          )}
        >
          {method === 'email' ? 'Add to Cart - Email' : 'SMS'}
        </Button>
      ))}
    </div>
  )
}

type PackageGridProps = Pick<PackageMatrixProps, 'isFocusWanted' | 'onFocused'>

/** The packages of the market as cells, and how the sale is delivered. */
export function PackageGrid(focus: PackageGridProps) {
  const { market, leadType, chooseLeadType } = useMarket()
  const { delivery, ofNext } = useSaleDelivery()
  const { heldOf, setUnits } = useUnits(ofNext, FAILURE)
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-2">
        <span aria-hidden="true" className="text-muted">
          Deliver by
        </span>
        <DeliveryChoice
          legend={delivery === 'mixed' ? 'Delivery of this sale, mixed so far' : 'Delivery of this sale'}
          value={delivery === 'mixed' ? null : delivery}
          onChange={(method) => void chooseSaleDelivery(method)}
        />
        {delivery === 'mixed' && (
          <span aria-hidden="true" className="text-xs font-semibold">
            Mixed
          </span>
        )}
      </div>
      <PackageMatrix
        market={market}
        leadType={leadType}
        onLeadType={chooseLeadType}
        unitsOf={(one) => heldOf(one.id).length}
        onUnits={setUnits}
        renderHeld={(one) => heldOf(one.id).length > 0 && `${heldOf(one.id).length} in cart`}
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
