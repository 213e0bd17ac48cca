import { useRef } from 'react'
import type { Package } from '#contract/catalogue/catalogue.ts'
import type { DeliveryMethod } from '#contract/values.ts'
import { useAddToCart } from '#web/features/orders/cart/use-add-to-cart.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'

const CHOICES: readonly { method: DeliveryMethod; label: string }[] = [
  { method: 'email', label: 'Add to Cart - Email' },
  { method: 'sms', label: 'Add to Cart - SMS' },
]

/** A fixed text, shorter than the store's, because a rep sees the stock next to the button. */
export const FAILURE = 'Failed to add item to cart'

/** The two buttons that add one unit to the cart; neither without stock. */
export function AddButtons({ package: wanted, describedBy }: { package: Package; describedBy: string }) {
  const addToCart = useAddToCart(FAILURE)
  // Two clicks may come before the button renders again.
  const isUnderWay = useRef(false)
  const handleAdd = (deliveryMethod: DeliveryMethod) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    addToCart.mutate(
      { package: wanted, deliveryMethod },
      {
        onSettled: () => {
          isUnderWay.current = false
        },
      },
    )
  }
  return (
    <div className="flex flex-wrap gap-1.5 @3xl:flex-nowrap @3xl:justify-end">
      {CHOICES.map(({ method, label }) => (
        <Button
          key={method}
          size="small"
          disabled={wanted.available <= 0 && !addToCart.isPending}
          aria-disabled={addToCart.isPending || undefined}
          aria-describedby={describedBy}
          onClick={() => handleAdd(method)}
          className={classes(
            'px-2.5! whitespace-nowrap',
            addToCart.isPending && addToCart.variables.deliveryMethod === method && 'breathe',
          )}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
