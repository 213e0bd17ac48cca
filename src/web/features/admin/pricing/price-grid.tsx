import type { ReactNode } from 'react'
import { levelWords, type NamedArea, type PriceArea } from '#contract/admin/price-areas.ts'
import { type PriceKey, priceName } from '#contract/admin/pricing.ts'
import { LEAD_TYPE_NAMES, LEAD_TYPES, type LeadType, SIZES, TIER_FACTS, TIERS } from '#contract/catalogue/catalogue.ts'
import { formatDollars } from '#web/lib/format.ts'
import { classes } from '#web/ui/classes.ts'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { isOwnPrice, keyOf, nationalPrices, type ShownPrice, type ShownPrices } from './price-rules.ts'
import { usePrices } from './pricing-data.ts'

interface PriceGridProps {
  /** Where; null: everywhere. */
  area: PriceArea | null
  /** The key of the price in the form. */
  chosen: string | null
  /** Called when a price is clicked; dollars as text. */
  onChoose: (key: PriceKey, price: string) => void
  actions: ReactNode
}

/** The 48 prices: per lead type, by size and tier. Clicking one puts it into the form. */
export function PriceGrid({ area, chosen, onChoose, actions }: PriceGridProps) {
  const query = usePrices(area)
  const { error, isPending } = query
  const prices = query.data ?? (error && area === null ? nationalPrices([]) : undefined)
  const intro = prices?.area ? `What packages cost in ${prices.area.name}, and whose price that is. ` : ''
  return (
    <Panel title="Current Pricing Structure" intro={`${intro}Press a price to change it.`} actions={actions}>
      {error && (
        <div className="mb-3">
          <ListTrouble list={query} title="The prices could not be loaded" />
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

interface LeadTypePricesProps extends Omit<PriceGridProps, 'actions' | 'area'> {
  leadType: LeadType
  prices: ShownPrices
}

function LeadTypePrices({ leadType, prices: { area, prices }, chosen, onChoose }: LeadTypePricesProps) {
  return (
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
              {TIERS.map((tier) => {
                const key = { leadType, tier, size }
                const shown = prices.get(keyOf(key))
                return (
                  <td key={tier} className="text-right @[22.5rem]:table-cell @[22.5rem]:py-0.5 @[22.5rem]:last:pr-1">
                    {shown === undefined ? (
                      <span className="px-2 text-muted">none</span>
                    ) : (
                      <PriceButton
                        priceKey={key}
                        area={area}
                        shown={shown}
                        isChosen={chosen === keyOf(key)}
                        onPress={() => onChoose(key, shown.price)}
                      />
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface PriceButtonProps {
  priceKey: PriceKey
  area: NamedArea | null
  shown: ShownPrice
  isChosen: boolean
  onPress: () => void
}

function PriceButton({ priceKey, area, shown, isChosen, onPress }: PriceButtonProps) {
  const isOwn = isOwnPrice(shown, area)
  return (
    <button
      type="button"
      aria-current={isChosen ? 'true' : undefined}
      onClick={onPress}
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
