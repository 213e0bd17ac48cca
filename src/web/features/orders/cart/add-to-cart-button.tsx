import { Check, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Package } from '#contract/catalogue/catalogue.ts'
import type { DeliveryMethod } from '#contract/values.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { showToast } from '#web/ui/toast.ts'
import { useAddToCart } from './use-add-to-cart.ts'

/** How long the button says 'Added!' (SPEC.md section 9). */
const ADDED_MS = 1000

interface AddToCartButtonProps {
  package: Package
  deliveryMethod: DeliveryMethod
  /**
   * Which package this button is for, such as "VIP Junior Package": forty-eight buttons with the same words must be
   * told apart.
   */
  describedBy: string
}

export function AddToCartButton({ package: wanted, deliveryMethod, describedBy }: AddToCartButtonProps) {
  const addToCart = useAddToCart()
  const [isAdded, setIsAdded] = useState(false)
  // Two clicks may come before the button renders again.
  const isUnderWay = useRef(false)
  const isOut = wanted.available <= 0 && !isAdded && !addToCart.isPending

  const handleClick = () => {
    if (isAdded || isUnderWay.current) return
    if (isOut) {
      showToast({ title: 'Out of Stock', description: 'This package is temporarily unavailable.', tone: 'danger' })
      return
    }
    isUnderWay.current = true
    addToCart.mutate(
      { package: wanted, deliveryMethod },
      {
        onSettled: () => {
          isUnderWay.current = false
        },
        onSuccess: () => {
          setIsAdded(true)
          setTimeout(() => setIsAdded(false), ADDED_MS)
        },
      },
    )
  }

  return (
    <button
      type="button"
      onClick={handleClick}
      disabled={isOut}
      aria-disabled={addToCart.isPending || undefined}
      aria-describedby={describedBy}
      className={classes(
        buttonClasses(isAdded ? 'primary' : 'plain'),
        'w-full min-w-36 whitespace-nowrap',
        addToCart.isPending && 'breathe',
      )}
    >
      {isAdded ? <Check size={16} aria-hidden="true" /> : !isOut && <Plus size={16} aria-hidden="true" />}
      {isAdded ? 'Added!' : addToCart.isPending ? 'Adding…' : isOut ? 'Out of Stock' : 'Add to Cart'}
    </button>
  )
}
