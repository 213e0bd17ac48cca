import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { LEAD_TYPE_NAMES, LEAD_TYPES, type Package } from '#contract/catalogue/catalogue.ts'
import type { DeliveryMethod } from '#contract/values.ts'
import { packagesQuery } from '#web/features/catalogue/catalogue-data.ts'
import { PackageMatrix } from '#web/features/catalogue/matrix/package-matrix.tsx'
import { CountySearch } from '#web/features/catalogue/search/county-search.tsx'
import { rememberCounty } from '#web/features/catalogue/search/recent-counties.ts'
import { firstEndOf, HoldCountdown } from '#web/features/orders/cart/hold-countdown.tsx'
import { chooseSaleDelivery, DeliveryChoice, useSaleDelivery } from '#web/features/orders/cart/sale-delivery.tsx'
import { useAddToCart } from '#web/features/orders/cart/use-add-to-cart.ts'
import { useUnits } from '#web/features/orders/cart/use-units.ts'
import { loadLivePackages, nothing } from '#web/pages/store/late-parts.tsx'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { useMarket } from './use-market.ts'

const CHOICES: readonly { method: DeliveryMethod; label: string }[] = [
  { method: 'email', label: 'Add to Cart - Email' },
  { method: 'sms', label: 'Add to Cart - SMS' },
]

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
    <div className="flex flex-wrap gap-1.5 @3xl:flex-nowrap @3xl:justify-end">
      {CHOICES.map(({ method, label }) => (
        <Button
          key={method}
          size="small"
          disabled={wanted.available <= 0 && !addToCart.isPending}
          isBusy={addToCart.isPending}
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

interface PackageGridProps {
  /** Contains the search for a place. */
  region: RefObject<HTMLDivElement | null>
  isMatrixWanted: boolean
  setIsMatrixWanted: (isWanted: boolean) => void
}

/** What the caller wants: the county, the kind of leads, how they are delivered, and the packages. */
export function PackageGrid({ region, isMatrixWanted, setIsMatrixWanted }: PackageGridProps) {
  const { market, leadType, isChosen, chooseMarket, chooseLeadType } = useMarket()
  const { delivery, ofNext } = useSaleDelivery()
  const { heldOf, setUnits } = useUnits(ofNext, FAILURE)
  return (
    <div className="grid gap-3">
      <div ref={region}>
        <CountySearch
          current={isChosen ? market : undefined}
          onChoose={(place) => {
            rememberCounty(place)
            chooseMarket(place)
            setIsMatrixWanted(true)
          }}
        />
      </div>
      {isChosen ? (
        <>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <LeadTypeChoice />
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
          </div>
          <PackageMatrix
            market={market}
            leadType={leadType}
            onLeadType={chooseLeadType}
            unitsOf={(one) => heldOf(one.id).length}
            onUnits={setUnits}
            renderHeld={(one) => <Held package={one} heldOf={heldOf} />}
            isFocusWanted={isMatrixWanted}
            onFocused={() => setIsMatrixWanted(false)}
          />
          <p className="text-xs text-muted pointer-coarse:hidden">
            Arrows move, Enter adds one, 0 to 9 sets how many, Delete takes one out, Page Down shows the next lead type.
            Ctrl+Enter sends.
          </p>
          <LatePart load={loadLivePackages} props={{ market, leadType }} failed={nothing} />
        </>
      ) : (
        <EmptyState title="Where do they want leads?">
          Type a county, a city or a ZIP code. Prices and stock appear here.
        </EmptyState>
      )}
    </div>
  )
}

function LeadTypeChoice() {
  const { market, leadType: value, chooseLeadType } = useMarket()
  const { data } = useQuery(packagesQuery(market))
  const inStock = (leadType: Package['leadType']) =>
    data?.filter((one) => one.leadType === leadType && one.available > 0).length
  return (
    <Choice
      isSmall
      legend="Lead type"
      options={LEAD_TYPES.map((leadType) => ({
        value: leadType,
        label: `${LEAD_TYPE_NAMES[leadType]}${data ? ` (${inStock(leadType)})` : ''}`,
      }))}
      value={value}
      onChange={chooseLeadType}
    />
  )
}

function Held({ package: one, heldOf }: { package: Package; heldOf: ReturnType<typeof useUnits>['heldOf'] }) {
  const held = heldOf(one.id)
  const endsAtMs = firstEndOf(held)
  if (endsAtMs === null) return null
  return (
    <span className="inline-flex items-center gap-1">
      {held.length} ×{/* Narrow cells have no room for it; the time of the whole sale is beside the total. */}
      <HoldCountdown endsAtMs={endsAtMs} size={12} className="gap-1! text-xs! max-sm:hidden! lg:max-xl:hidden!" />
    </span>
  )
}
