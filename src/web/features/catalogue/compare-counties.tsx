import { useQueries, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import {
  type LeadType,
  type Package,
  SIZE_NAMES,
  SIZES,
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
  const promiseOf = (tier: Tier) =>
    `${TIER_FACTS[tier].age} · ${saleCaps[tier]} ${saleCaps[tier] === 1 ? 'buyer' : 'buyers'}`
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
      <div className="relative snap-x snap-mandatory scroll-pl-17 overflow-x-auto rounded-md border border-line bg-surface lg:scroll-pl-98">
        <table className="figures w-full table-fixed border-collapse text-sm">
          <thead>
            <tr>
              <td className="sticky left-0 z-1 w-17 bg-surface pl-1 text-xs text-muted lg:w-98 lg:px-3 lg:text-right">
                Price, price per lead
              </td>
              {counties.map((market) => (
                <th
                  key={`${market.county}, ${market.state}`}
                  id={`${id}${market.county}${market.state}`}
                  scope="col"
                  className="w-22.5 snap-start border-l border-line px-1 pt-1 text-left align-top font-semibold lg:w-45 lg:px-2 lg:pb-1"
                >
                  <span className="flex max-lg:flex-col lg:items-center lg:gap-x-2">
                    <Link
                      to={paths.leads}
                      search={{ ...keep, ...market }}
                      className="leading-5 underline-offset-4 wrap-anywhere hover:underline max-lg:text-[0.8125rem]"
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
                <td colSpan={counties.length + 1} className="px-1 pt-1.5 text-muted">
                  <span className="sticky left-1">
                    <strong className="font-semibold text-ink">{TIER_FACTS[tier].name}</strong> {promiseOf(tier)}
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
                const cells = counties.map((market, at) => {
                  const { data, error } = lists[at] ?? {}
                  const one = data?.find(
                    (each) => each.leadType === leadType && each.tier === tier && each.size === size,
                  )
                  const price = one && (dealsOf([one], offers).get(one.id)?.price ?? one.price)
                  return { market, one, price, error, isRead: data !== undefined }
                })
                const prices = cells.flatMap(({ price }) => price ?? [])
                const lowest = Math.min(...prices)
                const shared = prices.every((price) => price === lowest) && prices[0]
                return (
                  <tr key={size} className="border-t border-line">
                    <th
                      scope="row"
                      className="sticky left-0 z-1 h-13 bg-surface pl-1 text-left font-normal whitespace-nowrap max-lg:text-[0.8125rem] lg:h-8 lg:px-3"
                    >
                      <span className="flex items-baseline gap-x-2 max-lg:flex-col max-lg:leading-4 max-lg:py-1">
                        <span>
                          <span className={row === 0 ? 'font-semibold max-lg:sr-only' : 'sr-only'}>
                            {TIER_FACTS[tier].name}{' '}
                          </span>
                          {size} leads
                          <span className="sr-only">, {SIZE_NAMES[size]}</span>
                        </span>
                        {row === 0 && <span className="text-xs text-muted max-lg:hidden">{promiseOf(tier)}</span>}
                        {shared && <Price price={shared} size={size} className="max-lg:flex-col lg:ml-auto" />}
                      </span>
                    </th>
                    {cells.map(({ market, one, price, error, isRead }) => (
                      <td
                        key={`${market.county}, ${market.state}`}
                        className="border-l border-line focus-within:bg-accent-quiet hover:bg-accent-quiet lg:px-2"
                      >
                        {one && price !== undefined ? (
                          <span className="group/cell flex items-center justify-between gap-x-1 max-lg:flex-col max-lg:py-1">
                            <span className="flex flex-col max-lg:items-center max-lg:group-has-[[aria-label^=Give]]/cell:sr-only">
                              {!shared && <Price price={price} size={size} isLowest={price === lowest} />}
                              <StockWord available={one.available} word="left" className="text-xs!" />
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
    <span className="text-xs text-muted">
      {formatPerLead(price, size)} <span className={isLowest === undefined ? 'max-lg:sr-only' : 'sr-only'}>each</span>
    </span>
  </span>
)
