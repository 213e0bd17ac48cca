import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { type LeadType, listPricing, SIZES, type Size, type Tier } from '#contract/catalogue/catalogue.ts'
import { USUAL_DOLLARS } from '#contract/catalogue/usual-prices.ts'
import { query } from '#web/lib/call-api.ts'
import { formatPrice } from '#web/lib/format.ts'
import { dealOf, offersQuery } from '#web/lib/package-deals.ts'
import drawing from './county-plate.json' with { type: 'json' }

/**
 * The county on the plate: a real one, drawn from the same `us-atlas` as the county pages (1:10,000,000, flat at its
 * own latitude), with its neighbors, so the sheet reads as a map and not as decoration.
 * `county` is its name in the catalogue.
 */
export const PLATE_COUNTY = { fips: '48453', state: 'Texas', county: 'Travis', name: 'Travis County' } as const

/** Where whole quarters of a degree cross: 98°15′ to 97°15′ W, 30°00′ to 30°45′ N. */
const CROSSES = [62.6, 123.4, 184.2, 245.1, 305.9, 366.7, 427.6].flatMap((x) =>
  [5.6, 76.1, 146.6, 217].map((y) => `M${x - 4} ${y}h8M${x} ${y - 4}v8`),
)
/** A sheet of a land-records map. It repeats the text next to it, so screen readers skip it. */
export const CountyPlate = ({ className = '' }: { className?: string }) => (
  <svg
    viewBox="0 0 480 250"
    preserveAspectRatio="xMidYMid slice"
    aria-hidden="true"
    className={`block w-full overflow-hidden bg-sunken ${className}`}
  >
    <path d={CROSSES.join('')} className="stroke-control/60" strokeWidth=".75" />
    <path d={drawing.borders} fill="none" className="stroke-control" strokeWidth=".75" strokeLinejoin="round" />
    <path d={drawing.county} className="fill-accent-quiet stroke-accent" strokeWidth="1.75" strokeLinejoin="round" />
    <g className="fill-surface stroke-accent" strokeWidth="1.5">
      {drawing.corners.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="3.5" />
      ))}
    </g>
    <g className="fill-muted max-xs:hidden" fontSize="11" letterSpacing=".04em" textAnchor="middle">
      {drawing.neighbors.map(([name, x, y]) => (
        <text key={name} x={x} y={y}>
          {name}
        </text>
      ))}
    </g>
    <text x="232" y="142" fontSize="19" textAnchor="middle" className="display fill-accent">
      Travis
    </text>
  </svg>
)

/** `price`: dollars, after percentage offers. `was`: the price before offers, formatted, if one lowers it. `free`: leads. */
export type HomePrice = { price: number; was?: string; free: number }
const { state, county } = PLATE_COUNTY

/** Today's prices in the plate's county. A part that hydrates late must not retry: shown prices would disappear. */
export function useHomePrices(options: { retryOnMount?: boolean } = {}) {
  const pricing = useQuery({ ...query(listPricing, {}, { state, county }), ...options })
  const offers = useQuery({ ...offersQuery, ...options })
  // Deferred, so that React renders the prices in slices.
  const isPending = useDeferredValue(pricing.isPending || offers.isPending)
  const inEffect = offers.data ?? []
  return {
    /** The store did not answer: these are the default prices, which may have changed. */
    isFallback: !isPending && !pricing.data?.length,
    priceOf: (leadType: LeadType, tier: Tier, size: Size): HomePrice | undefined => {
      if (isPending) return undefined
      const entry = pricing.data?.find((one) => one.leadType === leadType && one.tier === tier && one.size === size)
      const price = entry ? Number(entry.basePrice) : USUAL_DOLLARS[leadType][tier][SIZES.indexOf(size)]
      if (price === undefined) return undefined
      const deal = dealOf({ leadType, tier, size, state, price }, inEffect)
      const free = deal?.extraLeads ?? 0
      return deal && deal.price < price ? { price: deal.price, was: formatPrice(price), free } : { price, free }
    },
  }
}
