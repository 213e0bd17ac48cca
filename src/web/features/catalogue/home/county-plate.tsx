import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { type LeadType, listPricing, SIZES, type Size, type Tier } from '#contract/catalogue/catalogue.ts'
import { USUAL_DOLLARS } from '#contract/catalogue/usual-prices.ts'
import { query } from '#web/lib/call-api.ts'
import { formatPrice } from '#web/lib/format.ts'
import { dealOf, offersQuery } from '#web/lib/package-deals.ts'

/**
 * The county on the plate: a real one, drawn from the same `us-atlas` as the county pages (1:10,000,000, flat at its
 * own latitude), with its neighbors, so the sheet reads as a map and not as decoration.
 * `county` is its name in the catalogue.
 */
export const PLATE_COUNTY = { fips: '48453', state: 'Texas', county: 'Travis', name: 'Travis County' } as const

const COUNTY =
  'M153.5 96.9 160.5 85.3 154.4 80.4 171.9 41 182.4 40.2 186.7 45.1 194.6 40 204.2 46.5 205.1 53.3 216.4 63 220.8 83.8 239.1 95.7 282.8 75.6 294.1 83.1 302.9 80.2 319.5 87 337.8 98.8 307.2 158.7 269.7 197.9 254.8 210 142.2 116.5Z'
const BORDERS = [
  'M410 -61 365 -34 351 5 276 -28 226 -38 206 -75M-133 76 40 76 41 178-132 179M282 321 350 278 395 317M-39 178V278L-102 247',
  'M40 76H84L98 80 153 97M142 116 112 206 84 235 41 178M-51 -43H76L75 -28 92 -18 79 -6 81 5 94 8 84 18 86 26 78 27 87 48V58L98 60V80',
  'M112 206 177 260 184 287 162 306 109 331M172 41 194 -5 226 -38M351 5 361 10 390 88 346 103 338 99M350 278 422 202 422 208 465 184 478 172 484 178 505 174',
  'M270 198 351 277M269 311 252 307 248 298 241 296 237 285 233 287 229 276 222 274 221 261 215 257 210 250 235 232 243 221 255 210M346 103 379 122 408 144 422 202',
  'M478 172 491 161 492 149 504 145 515 133M27 289 84 235M490 127 478 107 458 88 447 65 436 60 519 11M390 88 436 60M215 257 184 287M515 133 490 127',
].join('')
/** Where whole quarters of a degree cross: 98°15′ to 97°15′ W, 30°00′ to 30°45′ N. */
const CROSSES = [62.6, 123.4, 184.2, 245.1, 305.9, 366.7, 427.6].flatMap((x) =>
  [5.6, 76.1, 146.6, 217].map((y) => `M${x - 4} ${y}h8M${x} ${y - 4}v8`),
)
const CORNERS = [
  [171.9, 41],
  [337.8, 98.8],
  [254.8, 210],
  [142.2, 116.5],
] as const
const NEIGHBORS = [
  ['Williamson', 284, 44],
  ['Burnet', 126, 44],
  ['Blanco', 72, 134],
  ['Hays', 150, 190],
  ['Bastrop', 350, 172],
] as const

/** A sheet of a land-records map. It repeats the text next to it, so screen readers skip it. */
export const CountyPlate = ({ className = '' }: { className?: string }) => (
  <svg
    viewBox="0 0 480 250"
    preserveAspectRatio="xMidYMid slice"
    aria-hidden="true"
    className={`block w-full overflow-hidden bg-sunken ${className}`}
  >
    <path d={CROSSES.join('')} className="stroke-control/60" strokeWidth=".75" />
    <path d={BORDERS} fill="none" className="stroke-control" strokeWidth=".75" strokeLinejoin="round" />
    <path d={COUNTY} className="fill-accent-quiet stroke-accent" strokeWidth="1.75" strokeLinejoin="round" />
    <g className="fill-surface stroke-accent" strokeWidth="1.5">
      {CORNERS.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="3.5" />
      ))}
    </g>
    <g className="fill-muted max-xs:hidden" fontSize="11" letterSpacing=".04em" textAnchor="middle">
      {NEIGHBORS.map(([name, x, y]) => (
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

/** `price`: dollars, after percentage offers. `was`: the price before offers, formatted, if one lowers it. */
export type HomePrice = { price: number; was?: string }
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
      return deal && deal.price < price ? { price: deal.price, was: formatPrice(price) } : { price }
    },
  }
}
