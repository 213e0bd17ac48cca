import { useQueries, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import {
  type LeadType,
  type Package,
  SIZE_NAMES,
  SIZES,
  type Size,
  TIER_FACTS,
  TIERS,
  type Tier,
} from '#contract/catalogue/catalogue.ts'
import { formatPerLead, formatPrice } from '#web/lib/format.ts'
import { dealsOf, offersQuery } from '#web/lib/package-deals.ts'
import { usePromises } from '#web/lib/promises.ts'
import { type LeadsSearch, paths } from '#web/paths.ts'
import { classes } from '#web/ui/classes.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type Market, packagesQuery } from './catalogue-data.ts'
import { COMPARED_MAX, writeCompared } from './county-strip.tsx'
import { StockWord } from './package-cell.tsx'
import { CountySearch } from './search/county-search.tsx'
import { TierBadge } from './tier-badge.tsx'

/** Stock changes while people compare. */
const WATCH_MS = 15_000

interface CompareCountiesProps {
  /** The page's own county first. */
  counties: readonly Market[]
  leadType: LeadType
  /** What the address keeps; `tier`: those to show, `vip,standard`. */
  keep: LeadsSearch
  /** Chooses how what is added is delivered. */
  delivery: ReactNode
  action: (choice: { package: Package; market: Market; describedBy: string }) => ReactNode
}

/**
 * Counties side by side: a row for each tier and size, in each cell stock and a button that adds. The price is said once
 * for the row if it is the same in all of them, else in each cell, with the lowest marked.
 */
export function CompareCounties({ counties, leadType, keep, delivery, action }: CompareCountiesProps) {
  const lists = useQueries({
    queries: counties.map((market) => ({ ...packagesQuery(market), refetchInterval: WATCH_MS })),
  })
  const { data: offers = [] } = useQuery(offersQuery)
  const navigate = useNavigate()
  const id = useId()
  const searchOf = ([first, ...others]: readonly Market[]): LeadsSearch => ({
    ...keep,
    ...first,
    with: writeCompared(others),
  })
  const chosen = TIERS.filter((tier) => keep.tier?.split(',').includes(tier))
  const shown = chosen.length > 0 ? chosen : TIERS
  const choose = (tiers: readonly Tier[]) => {
    const { tier: _before, ...search } = searchOf(counties)
    const isSome = tiers.length > 0 && tiers.length < TIERS.length
    void navigate({
      to: paths.leads,
      search: isSome ? { ...search, tier: tiers.join(',') } : search,
      replace: true,
      resetScroll: false,
    })
  }
  const { saleCaps } = usePromises()
  const buyersOf = (tier: Tier) => (saleCaps[tier] === 1 ? '1 buyer' : `up to ${saleCaps[tier]} buyers`)
  const cellsOf = (tier: Tier, size: Size) =>
    counties.map((market, at) => {
      const { data, error } = lists[at] ?? {}
      const one = data?.find((each) => each.leadType === leadType && each.tier === tier && each.size === size)
      const deal = one && dealsOf([one], offers).get(one.id)
      const price = deal?.price ?? one?.price
      return { market, one, price, free: deal?.extraLeads ?? 0, error, isRead: data !== undefined }
    })
  const isSame = shown.every((tier) =>
    SIZES.every((size) => {
      const [first, ...others] = cellsOf(tier, size)
      return first?.price !== undefined && others.every(({ price }) => price === first.price)
    }),
  )
  const without = (market: Market) => counties.filter((one) => one !== market)
  return (
    <section aria-label="Counties side by side" className="mt-1.5">
      <div className="mb-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 lg:mb-2 lg:gap-x-4">
        {delivery}
        <fieldset className="flex flex-wrap overflow-clip rounded-md border border-control bg-surface max-sm:order-1 max-sm:w-full max-sm:*:grow">
          <legend className="sr-only">Tiers</legend>
          <Toggle isOn={chosen.length === 0} onClick={() => choose([])}>
            All<span className="max-sm:sr-only"> tiers</span>
          </Toggle>
          {TIERS.map((tier) => (
            <Toggle
              key={tier}
              isOn={chosen.includes(tier)}
              onClick={() => choose(TIERS.filter((one) => chosen.includes(one) !== (one === tier)))}
            >
              {TIER_FACTS[tier].name}
            </Toggle>
          ))}
        </fieldset>
        {isSame && counties.length > 1 && (
          <p className="text-sm text-muted max-sm:order-2">
            Same prices in {counties.length === 2 ? 'both' : `all ${counties.length}`} counties.
          </p>
        )}
        {counties.length === COMPARED_MAX ? (
          <p className="text-sm text-muted">Four counties fit. Remove one to add another.</p>
        ) : (
          <CountySearch
            isCompact
            placeholder="Add a county"
            className="min-w-0 grow basis-40 sm:max-w-72 sm:ml-auto lg:[&_input]:min-h-9"
            onChoose={(found) =>
              void navigate({ to: paths.leads, search: searchOf([...counties, found]), resetScroll: false })
            }
          />
        )}
      </div>
      <div
        // A fourth county fades, which says that there is more to the right.
        className={classes(TABLE_BOX, counties.length === COMPARED_MAX && 'max-sm:mask-r-from-90% max-sm:*:w-112')}
      >
        <table className="figures w-full table-fixed border-collapse text-sm">
          <thead>
            <tr>
              <td className="w-32 max-lg:hidden" />
              <td className="sticky left-0 z-1 w-23 bg-surface px-2 text-xs text-muted lg:w-48 lg:px-3">
                Leads<span className="max-lg:hidden">, price and price per lead</span>
              </td>
              {counties.map((market) => (
                <th
                  key={`${market.county}, ${market.state}`}
                  id={`${id}${market.county}${market.state}`}
                  scope="col"
                  className="w-19 border-l border-line px-1 pt-1 text-left align-top font-semibold lg:w-40 lg:px-3 lg:pb-1"
                >
                  <span className="flex max-lg:flex-col lg:items-center lg:gap-x-2">
                    <Link
                      to={paths.leads}
                      search={{ ...keep, ...market }}
                      className="leading-5 underline-offset-4 hover:underline max-lg:text-[0.8125rem]"
                    >
                      {market.county}
                    </Link>
                    <span className="flex grow items-center justify-between text-xs font-normal text-muted">
                      {market.state}
                      {counties.length > 1 && (
                        <Link
                          to={paths.leads}
                          search={searchOf(without(market))}
                          resetScroll={false}
                          aria-label={`Remove ${market.county}`}
                          className="-mr-1 grid size-11 shrink-0 place-items-center hover:text-ink lg:size-7"
                        >
                          <X size={16} aria-hidden="true" />
                        </Link>
                      )}
                    </span>
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          {shown.map((tier) => (
            <tbody key={tier} className="border-t border-control">
              <tr className="bg-sunken lg:hidden">
                <td colSpan={counties.length + 1} className="px-2 pt-1.5 text-muted">
                  <span className="sticky left-2">
                    <strong className="font-semibold text-ink">{TIER_FACTS[tier].name}</strong> {TIER_FACTS[tier].age} ·{' '}
                    {buyersOf(tier)}
                  </span>
                </td>
              </tr>
              {/* The names of the counties are out of sight by then. */}
              <tr className="bg-sunken text-xs text-muted lg:hidden">
                <td aria-hidden="true" className="sticky left-0 z-1 bg-sunken" />
                {counties.map(({ county, state }) => (
                  <td key={`${county}, ${state}`} aria-hidden="true" className="truncate px-1 pb-1">
                    {county}
                  </td>
                ))}
              </tr>
              {SIZES.map((size, row) => {
                const cells = cellsOf(tier, size)
                const free = Math.min(...cells.map((cell) => cell.free))
                const prices = cells.flatMap(({ price }) => price ?? [])
                const lowest = Math.min(...prices)
                const shared = prices.every((price) => price === lowest) && prices[0]
                return (
                  <tr key={size} className={classes(row > 0 && 'border-t border-line')}>
                    {row === 0 && (
                      <td rowSpan={SIZES.length} className="bg-sunken px-3 py-2 align-top text-muted max-lg:hidden">
                        <strong className="block text-base font-semibold text-ink">{TIER_FACTS[tier].name}</strong>
                        <TierBadge tier={tier} />
                        <p>{TIER_FACTS[tier].age}</p>
                        <p>{buyersOf(tier)}</p>
                      </td>
                    )}
                    <th
                      scope="row"
                      className="sticky left-0 z-1 h-13 bg-surface px-2 text-left font-normal whitespace-nowrap max-lg:pr-0 max-lg:text-[0.8125rem] lg:h-8 lg:px-3"
                    >
                      <span className="flex items-baseline gap-x-2 max-lg:flex-col max-lg:leading-4 max-lg:py-1">
                        <span>
                          <span className="sr-only">{TIER_FACTS[tier].name} </span>
                          {size}
                          {free > 0 && ` + ${free}`} leads
                          <span className="sr-only">, {SIZE_NAMES[size]}</span>
                        </span>
                        {shared && <Price price={shared} size={size} className="max-lg:flex-col lg:ml-auto" />}
                      </span>
                    </th>
                    {cells.map(({ market, one, price, error, isRead }) => (
                      <td
                        key={`${market.county}, ${market.state}`}
                        className="border-l border-line lg:px-3 lg:focus-within:bg-accent-quiet lg:hover:bg-accent-quiet"
                      >
                        {one && price !== undefined ? (
                          <span className="group/cell flex items-center justify-end gap-x-3 max-lg:flex-col max-lg:py-1.5">
                            <span className="flex flex-col items-end max-lg:items-center max-lg:group-has-[[aria-label^=Give]]/cell:sr-only">
                              {!shared && <Price price={price} size={size} isLowest={price === lowest} />}
                              <StockWord available={one.available} word="left" className="max-lg:text-xs!" />
                            </span>
                            {action({ package: one, market, describedBy: `${id}${market.county}${market.state}` })}
                          </span>
                        ) : isRead ? (
                          <span className="text-muted">Not sold here</span>
                        ) : error ? (
                          <span className="text-danger">{row === 0 && tier === 'vip' && error.sentence}</span>
                        ) : (
                          <Skeleton className="h-5 w-20" />
                        )}
                      </td>
                    ))}
                  </tr>
                )
              })}
            </tbody>
          ))}
        </table>
      </div>
    </section>
  )
}

const TABLE_BOX =
  'relative scroll-pl-24 overflow-x-auto rounded-md border border-line bg-surface max-sm:-mx-[16px] max-sm:rounded-none max-sm:border-x-0'

const Toggle = ({ isOn, ...rest }: { isOn: boolean; onClick: () => void; children: ReactNode }) => (
  <button
    type="button"
    aria-pressed={isOn}
    className="min-h-11 px-1 sm:px-2 text-xs text-muted not-first-of-type:border-l not-first-of-type:border-control hover:text-ink focus-visible:-outline-offset-2 aria-pressed:bg-accent-quiet aria-pressed:font-semibold aria-pressed:text-ink lg:min-h-8"
    {...rest}
  />
)

type PriceProps = { price: number; size: number; isLowest?: boolean; className?: string }
/** A price in dollars, and what each of its leads costs. */
const Price = ({ price, size, isLowest, className }: PriceProps) => (
  <span className={classes('flex flex-wrap items-baseline gap-x-1.5', className)}>
    <span className={classes('font-semibold', isLowest && 'text-accent')}>
      {formatPrice(price)}
      {isLowest && <span className="sr-only">, the lowest</span>}
    </span>{' '}
    <span className="text-xs text-muted lg:text-sm">{formatPerLead(price, size)} each</span>
  </span>
)
