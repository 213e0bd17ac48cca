import { Link } from '@tanstack/react-router'
import { Check, Minus, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Package } from '#contract/catalogue/catalogue.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import type { DeliveryMethod } from '#contract/values.ts'
import { paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { showFailure } from '#web/ui/toast.ts'
import { useCart } from './cart-data.ts'
import { useAddToCart } from './use-add-to-cart.ts'
import { useRemoveFromCart } from './use-remove-from-cart.ts'

const ADDED_SHOWN_MS = 1000

interface AddToCartButtonProps {
  package: Package
  deliveryMethod: DeliveryMethod
  /** Names the package: forty-eight buttons with the same words must be told apart. */
  describedBy: string
  /** Only its sign, in a table. */
  isCompact?: boolean
  /** Filled, because a newcomer begins here. */
  isFirst?: boolean
}

/** Adds a package. Once units of it are held, it shows how many, and takes or gives back one more. */
export function AddToCartButton(props: AddToCartButtonProps) {
  const { package: wanted, deliveryMethod, describedBy, isCompact = false, isFirst = false } = props
  const addToCart = useAddToCart()
  const { lines } = useCart()
  const [isAdded, setIsAdded] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // Two clicks may come before the button renders again.
  const isUnderWay = useRef(false)
  const held = lines.filter((line) => line.packageId === wanted.id)
  const isStepper = held.length > 0 && !(isAdded && held.length === 1)
  const isOut = wanted.available <= 0 && !isAdded && !addToCart.isPending
  const isSign = isStepper || isCompact
  const isFilled = isAdded || (isFirst && !isSign && !isOut)

  const handleClick = () => {
    if (isAdded || isUnderWay.current) return
    if (isOut) {
      showFailure('Out of Stock', 'This package is temporarily unavailable.')
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
          setTimeout(() => setIsAdded(false), ADDED_SHOWN_MS)
        },
      },
    )
  }

  const label = isAdded ? 'Added!' : addToCart.isPending ? 'Adding…' : isOut ? 'Out of Stock' : 'Add to Cart'
  return (
    <div className={classes('flex items-center', isCompact && 'justify-end max-lg:flex-wrap max-lg:justify-center')}>
      {isStepper && (
        <HeldUnits
          held={held}
          preferred={deliveryMethod}
          describedBy={describedBy}
          isCompact={isCompact}
          onLast={() => button.current?.focus()}
        />
      )}
      <button
        key="add"
        ref={button}
        type="button"
        onClick={handleClick}
        disabled={isOut}
        aria-disabled={addToCart.isPending || undefined}
        aria-label={isSign ? label : undefined}
        aria-describedby={describedBy}
        className={classes(
          buttonClasses(isFilled ? 'primary' : 'plain', 'small'),
          'whitespace-nowrap max-lg:min-h-11 max-lg:rounded-lg',
          !isFilled && TINTED,
          isSign ? (isCompact ? COMPACT_STEP : STEP) : 'gap-1.5! px-1! max-lg:ml-auto max-lg:w-23 lg:w-full lg:px-2!',
          addToCart.isPending && 'breathe',
        )}
      >
        {isAdded ? (
          <Check size={16} aria-hidden="true" />
        ) : (
          (isSign || !isOut) && <Plus size={16} aria-hidden="true" className={isSign ? '' : 'max-lg:hidden'} />
        )}
        {!isSign && label}
      </button>
      {/* With the keyboard, the bar at the foot of the window is forty stops away. */}
      {held.length > 0 && (
        <Link
          to={paths.checkout}
          className={classes(buttonClasses('primary', 'small'), 'sr-only shrink-0 focus-visible:not-sr-only')}
        >
          Go to checkout
        </Link>
      )}
    </div>
  )
}

/** On a phone: tinted and 40 px high, in 44 px to tap; sixteen frames would be a wall. */
const TINTED =
  'max-lg:border-2 max-lg:not-disabled:border-transparent max-lg:not-disabled:bg-accent-quiet max-lg:bg-clip-padding max-lg:not-disabled:text-accent'
const STEP = 'size-11 shrink-0 p-0! lg:size-9'
const COMPACT_STEP = 'size-11 shrink-0 p-0! lg:size-7.5 lg:min-h-7.5'

interface HeldUnitsProps {
  held: readonly CartLine[]
  preferred: DeliveryMethod
  describedBy: string
  isCompact: boolean
  onLast: () => void
}

function HeldUnits({ held, preferred, describedBy, isCompact, onLast }: HeldUnitsProps) {
  const removeFromCart = useRemoveFromCart()
  const line = held.findLast(({ deliveryMethod }) => deliveryMethod === preferred) ?? held.at(-1)
  const handleGiveBack = () => {
    if (!line || removeFromCart.isPending) return
    if (held.length === 1) onLast()
    removeFromCart.mutate(line)
  }
  return (
    <>
      <button
        type="button"
        onClick={handleGiveBack}
        aria-disabled={removeFromCart.isPending || undefined}
        aria-label="Give one back"
        aria-describedby={describedBy}
        className={classes(buttonClasses('plain', 'small'), TINTED, isCompact ? COMPACT_STEP : STEP)}
      >
        <Minus size={16} aria-hidden="true" />
      </button>
      <span
        className={classes(
          'figures grow px-0.5 text-center text-xs leading-4 font-semibold',
          isCompact ? 'max-lg:order-first max-lg:w-full' : 'max-lg:px-1.5',
        )}
      >
        {held.length}
        <span className={isCompact ? 'lg:sr-only' : 'max-lg:@max-[22rem]:sr-only'}> in cart</span>
      </span>
    </>
  )
}
