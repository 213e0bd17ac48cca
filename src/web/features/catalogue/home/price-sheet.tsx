import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  LEAD_TYPE_NAMES,
  LEAD_TYPES,
  type LeadType,
  SIZE_NAMES,
  SIZES,
  TIER_FACTS,
  TIERS,
} from '#contract/catalogue/catalogue.ts'
import { TierBadge } from '#web/features/catalogue/tier-badge.tsx'
import { formatPrice } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { classes } from '#web/ui/classes.ts'
import { SelectField } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CountyPlate, type HomePrice, PLATE_COUNTY, useHomePrices } from './county-plate.tsx'

export function PriceSheet() {
  const [leadType, setLeadType] = useState<LeadType>('vacant')
  const { isFallback } = useHomePrices()
  const { state, name } = PLATE_COUNTY
  return (
    <section
      aria-labelledby="sheet-title"
      className="flex flex-col overflow-clip rounded-md border border-control bg-surface shadow-sheet lg:col-start-2 lg:row-span-2 lg:row-start-1"
    >
      <h2 id="sheet-title" className="display border-b border-line px-4 py-2 text-xl sm:px-5 sm:py-3">
        Example: {name}, {state}
      </h2>
      <CountyPlate className="border-b border-line max-sm:order-first max-sm:h-24 sm:aspect-[480/190]" />
      <div className="px-4 pt-3 pb-1 max-[22.5rem]:px-3 sm:px-5 sm:pt-4">
        <SelectField
          label="Prices per package for"
          isInline
          options={LEAD_TYPES}
          nameOf={(type) => LEAD_TYPE_NAMES[type]}
          value={leadType}
          onChange={setLeadType}
        />
        <div className="relative overflow-x-auto">
          <PriceTable leadType={leadType} />
        </div>
      </div>
      <footer className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line bg-sunken px-4 py-1 text-sm sm:px-5">
        <p className="text-muted">{isFallback ? 'Usual prices; today’s may differ.' : `Today’s prices in ${name}.`}</p>
        <a href="#sample" className="inline-flex min-h-11 items-center font-semibold text-accent hover:underline">
          See a sample lead
        </a>
      </footer>
    </section>
  )
}

export function LowestPrice() {
  const { priceOf } = useHomePrices()
  const [lowest] = LEAD_TYPES.flatMap((type) => TIERS.flatMap((tier) => priceOf(type, tier, 20) ?? [])).sort(
    (a, b) => a.price - b.price,
  )
  return (
    <p className="figures mt-3 text-sm font-semibold">
      From <span className="inline-block min-w-7">{lowest && formatPrice(lowest.price)}</span> for 20
      {lowest?.free ? ` + ${lowest.free}` : ''} leads. No account needed.
    </p>
  )
}

const Price = ({ price, was }: HomePrice) => (
  <>
    <span className="underline decoration-control underline-offset-4 group-hover:decoration-accent">
      {formatPrice(price)}
    </span>
    {was && (
      <s className="block text-xs font-normal text-muted">
        <span className="sr-only">was </span>
        {was}
      </s>
    )}
  </>
)

function PriceTable({ leadType }: { leadType: LeadType }) {
  const { priceOf } = useHomePrices()
  const { fips, state, county } = PLATE_COUNTY
  const rows = TIERS.map((tier) => ({
    tier,
    prices: SIZES.map((size) => ({ size, price: priceOf(leadType, tier, size) })),
  }))
  // Four prices with cents next to each other need smaller figures on a phone.
  const hasCents = rows.some(({ prices }) => prices.some(({ price }) => price && !Number.isInteger(price.price)))
  const priceClasses = classes(
    'text-right font-semibold',
    hasCents ? 'pl-2 max-sm:pl-1.5 max-sm:text-xs max-[22.5rem]:pl-1 max-[22.5rem]:text-[0.6875rem]' : 'pl-2',
  )
  return (
    <table className="figures mt-2 w-full text-sm">
      <caption className="sr-only">
        Prices in dollars for {LEAD_TYPE_NAMES[leadType]} packages, by tier and number of leads
      </caption>
      <thead>
        <tr className="text-xs text-muted">
          <th scope="col" className="py-2 text-left font-normal">
            Tier and lead age
          </th>
          {SIZES.map((size, at) => {
            const free = Math.min(...rows.map(({ prices }) => prices[at]?.price?.free ?? 0))
            return (
              <th key={size} scope="col" className="py-2 pl-2 text-right font-normal whitespace-nowrap">
                {size}
                {free > 0 && ` + ${free}`}
                <span className="max-sm:sr-only"> leads</span>
                <span className="sr-only">, {SIZE_NAMES[size]}</span>
              </th>
            )
          })}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ tier, prices }) => (
          <tr key={tier} className="border-t border-line">
            <th scope="row" className="py-2 text-left font-normal">
              <span
                className={classes(
                  'flex flex-wrap items-center gap-x-2 font-semibold max-sm:flex-col max-sm:items-start',
                  hasCents && 'max-[22.5rem]:text-xs',
                )}
              >
                {TIER_FACTS[tier].name}
                <span className={hasCents ? 'max-xs:hidden' : 'max-[22.5rem]:hidden'}>
                  <TierBadge tier={tier} />
                </span>
              </span>
              <span className="block text-xs whitespace-nowrap text-muted max-[22.5rem]:whitespace-normal">
                {TIER_FACTS[tier].age}
              </span>
            </th>
            {prices.map(({ size, price }) => (
              <td key={size} className={priceClasses}>
                {price === undefined ? (
                  <Skeleton className="ml-auto h-5 w-9" />
                ) : (
                  <Link
                    to={paths.leads}
                    search={{ state, county, type: leadType }}
                    hash={`${fips}-${leadType}-${tier}-${size}`}
                    className="group flex min-h-11 flex-col items-end justify-center hover:text-accent"
                  >
                    <Price {...price} />
                  </Link>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
