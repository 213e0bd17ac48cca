import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { useEffect } from 'react'
import {
  LEAD_TYPE_NAMES,
  LEAD_TYPES,
  type LeadType,
  type Package,
  packageKeyOf,
  TIERS,
} from '#contract/catalogue/catalogue.ts'
import { countyName } from '#contract/catalogue/county-name.ts'
import { ASK_WORDS, AskRestockButton } from '#web/features/buyers/ask-restock-button.tsx'
import { type Market, PACKAGES_ID, packagesOf, packagesQuery } from '#web/features/catalogue/catalogue-data.ts'
import { NearbyCounties, readCompared } from '#web/features/catalogue/county-strip.tsx'
import { PackageBands } from '#web/features/catalogue/package-bands.tsx'
import type { AddPackages } from '#web/features/catalogue/same-money-box.tsx'
import { rememberCounty } from '#web/features/catalogue/search/recent-counties.ts'
import { AddPackagesButton } from '#web/features/orders/cart/add-packages-button.tsx'
import { AddToCartButton } from '#web/features/orders/cart/add-to-cart-button.tsx'
import { useCart } from '#web/features/orders/cart/cart-data.ts'
import { chosenDelivery, DeliveryChoice } from '#web/features/orders/cart/sale-delivery.tsx'
import { type LeadsSearch, paths } from '#web/paths.ts'
import { LatePart } from '#web/ui/late-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { dismissToasts } from '#web/ui/toast.ts'
import { loadLivePackages, nothing, partMissing } from './late-parts.tsx'

export { CountyStrip } from '#web/features/catalogue/county-strip.tsx'

const loadSameMoney = () =>
  import('#web/features/catalogue/same-money-box.tsx').then((file) => ({ default: file.SameMoney }))
const loadCompareCounties = () =>
  import('#web/features/catalogue/compare-counties.tsx').then((file) => ({ default: file.CompareCounties }))
const loadNearbyOfTier = () =>
  import('#web/features/catalogue/neighbors-in-stock.tsx').then((file) => ({ default: file.NearbyOfTier }))
const loadNeighborsInStock = () =>
  import('#web/features/catalogue/neighbors-in-stock.tsx').then((file) => ({ default: file.NeighborsInStock }))

/** Words on a phone, where they take the place of the button that adds; else a bell beside it. */
const ASK_IN_CELL =
  'max-lg:min-h-11! max-lg:w-27 max-lg:px-0! max-lg:text-balance max-lg:py-0! max-lg:text-xs! max-lg:leading-4 lg:size-9 lg:p-0!'
const LEAD_TYPE_TABS = LEAD_TYPES.map((value) => ({ value, label: LEAD_TYPE_NAMES[value] }))

interface CountyOnSaleProps {
  market: Market
  leadType: LeadType
  search: LeadsSearch
  isTitled: boolean
  onTypeChange: (leadType: LeadType) => void
}

export function CountyOnSale({ market, leadType, search, isTitled, onTypeChange }: CountyOnSaleProps) {
  const { state, county } = market
  const { data: packages } = useQuery(packagesQuery(market))
  const keep: LeadsSearch = search.type ? { type: search.type } : {}
  const deliveryMethod = chosenDelivery.use()
  const { lines } = useCart()
  const compared = search.with === undefined ? undefined : readCompared(search.with, market)
  const fips = packages?.[0] && packageKeyOf(packages[0].id).fips
  const ofType = packages && packagesOf(packages, leadType, TIERS)
  const isSoldOut = packages?.every(isOut)
  const out = isSoldOut ? { leadType: null, out: packages } : { leadType, out: ofType }
  const isShown = packages !== undefined
  const place = countyName({ ...market, fips })
  const isHeld = ({ id }: Package) => lines.some(({ packageId }) => packageId === id)
  // Only a county that was really shown is remembered, so a mistyped URL is not offered again.
  useEffect(() => {
    if (isShown) rememberCounty({ state, county, name: place })
    return dismissToasts
  }, [isShown, state, county, place])
  // Emails link to one package. The packages come after the page, so the browser looked for it too early.
  useEffect(() => {
    if (isShown && document.getElementById(window.location.hash.slice(1))) window.location.replace(window.location.hash)
  }, [isShown])
  const delivery = <DeliveryChoice legend="Delivery" value={deliveryMethod} onChange={chosenDelivery.set} />
  return (
    <>
      {isTitled && (
        <div className="mt-6 mb-1 flex flex-wrap items-baseline gap-x-4">
          <h2 className="display text-xl">{place}</h2>
          <Link
            to={paths.leads}
            search={{ ...keep, ...market }}
            resetScroll={false}
            className="inline-flex min-h-8 items-center text-sm font-semibold text-accent underline underline-offset-4 hover:no-underline"
          >
            Stay in {county}
          </Link>
        </div>
      )}
      {search.type !== undefined && leadType !== search.type && (
        <Notice className="mb-4">
          There is no lead type “{search.type.slice(0, 40)}”. You are seeing {LEAD_TYPE_NAMES[leadType]} instead.
        </Notice>
      )}
      <Tabs label="Lead type" tabs={LEAD_TYPE_TABS} value={leadType} onChange={onTypeChange}>
        {fips && ofType?.every(isOut) && !compared && (
          <LatePart
            load={loadNeighborsInStock}
            props={{ fips, state, keep, county, ...out }}
            waiting={<Skeleton className="mt-2 h-44 sm:mt-3 sm:h-37" />}
            failed={nothing}
          />
        )}
        <span id={PACKAGES_ID} tabIndex={-1} />
        {compared ? (
          <LatePart
            load={loadCompareCounties}
            props={{
              counties: [market, ...compared],
              leadType,
              delivery,
              keep: search.tier ? { ...keep, tier: search.tier } : keep,
              action: (choice) =>
                isHeld(choice.package) || !isOut(choice.package) ? (
                  <AddToCartButton {...choice} deliveryMethod={deliveryMethod} isCompact />
                ) : (
                  <AskRestockButton
                    packageId={choice.package.id}
                    place={countyName({ ...choice.market, fips: packageKeyOf(choice.package.id).fips })}
                    describedBy={choice.describedBy}
                    className="max-lg:size-11 max-lg:p-0! lg:min-h-7.5 lg:px-1! lg:py-0! lg:text-xs!"
                  >
                    <Bell size={16} aria-hidden="true" className="lg:hidden" />
                    <span aria-hidden="true" className="max-lg:hidden">
                      Notify me
                    </span>
                    <span className="sr-only">{ASK_WORDS}</span>
                  </AskRestockButton>
                ),
            }}
            waiting={<Skeleton className="mt-3 h-180" />}
            failed={partMissing('The comparison')}
          />
        ) : (
          <PackageBands
            isHeld={isHeld}
            nearby={(tier) =>
              fips &&
              !ofType?.every(isOut) && (
                <LatePart load={loadNearbyOfTier} props={{ fips, state, keep, leadType, tier }} failed={nothing} />
              )
            }
            market={market}
            leadType={leadType}
            delivery={delivery}
            isByText={deliveryMethod === 'sms'}
            action={(choice) => <AddToCartButton {...choice} deliveryMethod={deliveryMethod} />}
            whenOut={({ package: { id }, describedBy, isOfTier }) => (
              <AskRestockButton
                packageId={id}
                place={place}
                describedBy={describedBy}
                className={isOfTier ? '-mx-2 px-2!' : ASK_IN_CELL}
              >
                {isOfTier ? undefined : (
                  <>
                    <Bell size={16} aria-hidden="true" className="max-md:hidden" />
                    <span className="md:sr-only">{ASK_WORDS}</span>
                  </>
                )}
              </AskRestockButton>
            )}
          />
        )}
        {!compared && <NearbyCounties market={market} keep={keep} className="mt-3 sm:hidden" />}
        {ofType && ofType.length > 0 && !compared && (
          <LatePart
            load={loadSameMoney}
            props={{ packages: ofType, action: addPackages }}
            waiting={<div className="mt-8 h-38" />}
            failed={partMissing('What your budget buys')}
          />
        )}
      </Tabs>
      {isShown && <LatePart load={loadLivePackages} props={{ market, leadType }} failed={nothing} />}
    </>
  )
}

const isOut = ({ available }: Package) => available <= 0
const addPackages: AddPackages = (wanted) => <AddPackagesButton {...wanted} />
