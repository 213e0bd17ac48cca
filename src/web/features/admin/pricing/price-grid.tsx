import type { ReactNode } from 'react'
import { levelWords, type PriceArea } from '#contract/admin/price-areas.ts'
import { type PriceKey, priceName } from '#contract/admin/pricing.ts'
import { LEAD_TYPE_NAMES, LEAD_TYPES, type LeadType, SIZES, TIER_FACTS, TIERS } from '#contract/catalogue/catalogue.ts'
import { formatDollars } from '#web/lib/format.ts'
import { classes } from '#web/ui/classes.ts'
import { ListTrouble } from '#web/ui/error-notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { isOwnPrice, keyOf, nationalPrices, type ShownPrices } from './price-rules.ts'
import { usePrices } from './pricing-data.ts'

interface PriceGridProps {
  area: PriceArea | null
  chosen: string | null
  /** Called when a price is clicked; dollars as text. */
  onChoose: (key: PriceKey, price: string) => void
  actions: ReactNode
}

/** The 48 prices: per lead type, by size and tier. Clicking one puts it into the form. */
export function PriceGrid({ area, chosen, onChoose, actions }: PriceGridProps) {
  const list = usePrices(area)
  const { error, isPending } = list
  const prices = list.data ?? (error && area === null ? nationalPrices([]) : undefined)
  const intro = prices?.area ? `What packages cost in ${prices.area.name}, and whose price that is. ` : ''
  return (
    <Panel title="Current Pricing Structure" intro={`${intro}Press a price to change it.`} actions={actions}>
      {error && (
        <div className="mb-3">
          <ListTrouble list={list} title="The prices could not be loaded" />
        </div>
      )}
      {prices?.isFallback && <p className="mb-3 text-sm text-muted">Usual prices; today’s may differ.</p>}
      {isPending && <LoadingWords>Loading prices</LoadingWords>}
      {(prices || isPending) && (
        <div
          className={classes(
            'grid gap-3',
            area
              ? 'grid-cols-[repeat(auto-fit,minmax(min(28rem,100%),1fr))]'
              : 'grid-cols-[repeat(auto-fit,minmax(min(18.5rem,100%),1fr))]',
          )}
        >
          {LEAD_TYPES.map((leadType) =>
            prices ? (
              <LeadTypePrices key={leadType} leadType={leadType} prices={prices} chosen={chosen} onChoose={onChoose} />
            ) : (
              <Skeleton key={leadType} className="h-56" />
            ),
          )}
        </div>
      )}
    </Panel>
  )
}

type PricesProps = Pick<PriceGridProps, 'chosen' | 'onChoose'> & { prices: ShownPrices }

const LeadTypePrices = ({ leadType, ...props }: PricesProps & { leadType: LeadType }) => (
  <div className="@container overflow-x-auto rounded-md border border-line">
    <table className="block w-full text-sm @[22.5rem]:table">
      <caption className="block border-b border-line bg-sunken px-3 py-2 text-left font-semibold @[22.5rem]:table-caption">
        {LEAD_TYPE_NAMES[leadType]}
      </caption>
      <thead className="sr-only @[22.5rem]:not-sr-only @[22.5rem]:table-header-group">
        <tr className="text-xs text-muted">
          <th scope="col" className="py-1.5 pl-2 text-left font-normal">
            Leads
          </th>
          {TIERS.map((tier) => (
            <th key={tier} scope="col" className="px-1 py-1.5 text-right font-normal last:pr-2">
              {TIER_FACTS[tier].name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block @[22.5rem]:table-row-group">
        {SIZES.map((size) => (
          <tr
            key={size}
            className="grid grid-cols-2 border-t border-line px-1 pb-1 first:border-t-0 @[22.5rem]:table-row"
          >
            <th
              scope="row"
              className="col-span-2 px-2 pt-2 text-left font-semibold @[22.5rem]:table-cell @[22.5rem]:py-0.5 @[22.5rem]:pr-0 @[22.5rem]:pl-2"
            >
              {size}
              <span className="@[22.5rem]:sr-only"> leads</span>
            </th>
            {TIERS.map((tier) => (
              <td key={tier} className="text-right @[22.5rem]:table-cell @[22.5rem]:py-0.5 @[22.5rem]:last:pr-1">
                <PriceButton priceKey={{ leadType, tier, size }} {...props} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

function PriceButton({ priceKey, prices: { area, prices }, chosen, onChoose }: PricesProps & { priceKey: PriceKey }) {
  const shown = prices.get(keyOf(priceKey))
  if (!shown) return <span className="px-2 text-muted">none</span>
  const isOwn = isOwnPrice(shown, area)
  const isChosen = chosen === keyOf(priceKey)
  return (
    <button
      type="button"
      aria-current={isChosen ? 'true' : undefined}
      onClick={() => onChoose(priceKey, shown.price)}
      className={classes(
        'figures flex min-h-11 w-full items-center justify-between gap-2 rounded-md border px-2 compact:min-h-8 @[22.5rem]:px-1 @[22.5rem]:justify-end',
        isChosen
          ? 'border-accent bg-accent-quiet font-semibold'
          : 'border-transparent hover:border-control hover:bg-accent-quiet',
      )}
    >
      <span className="sr-only">Change {priceName(priceKey)}, </span>
      <span aria-hidden="true" className="text-muted @[22.5rem]:hidden">
        {TIER_FACTS[priceKey.tier].name}
      </span>
      {area ? (
        <span className="py-1 text-right leading-tight">
          {formatDollars(shown.price)}
          <span className="sr-only">, </span>
          <span className={classes('block text-xs', isOwn ? 'font-semibold text-accent' : 'font-normal text-muted')}>
            {levelWords(shown.level, area)}
          </span>
        </span>
      ) : (
        formatDollars(shown.price)
      )}
    </button>
  )
}
