import { ArrowDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import {
  COUNTED_MAX,
  LOW_STOCK_MAX,
  type Package,
  type PackageId,
  SIZES,
  sizeName,
  TIER_FACTS,
} from '#contract/catalogue/catalogue.ts'
import { formatCount, formatPerLead, formatPrice } from '#web/lib/format.ts'
import { formatList, type PackageDeal } from '#web/lib/package-deals.ts'
import { classes } from '#web/ui/classes.ts'
import { changeMarks, shownDeals } from './county-on-screen.ts'
import { FreeLeads } from './tier-badge.tsx'

export type Deals = ReadonlyMap<PackageId, Pick<PackageDeal, 'price' | 'extraLeads' | 'counted' | 'sentences'>>

/** What offers do to every one of the packages, besides what is `known` of more: to be said once for all. */
export function commonOffers(packages: readonly Package[], deals: Deals, known: readonly string[] = []) {
  const common = (part: 'counted' | 'sentences') => {
    const [first = [], ...others] = packages.map(({ id }) => deals.get(id)?.[part] ?? [])
    return first.filter((word) => !known.includes(word) && others.every((words) => words.includes(word)))
  }
  const [counted, sentences] = [common('counted'), common('sentences')]
  const told = counted.length > 0 ? [`You get ${formatList(counted)} with every package`, ...sentences] : sentences
  return { words: [...counted, ...sentences], told: told.map((sentence) => `${sentence}.`).join(' ') }
}

/** Buys the package. The page passes in the cart's button, because features do not import each other. */
export type PackageAction = (choice: { package: Package; describedBy: string; isFirst?: boolean }) => ReactNode
/** Asks to be told when a package is back. `isOfTier`: it stands for all of its tier. */
export type SoldOutAction = (wanted: { package: Package; describedBy: string; isOfTier?: boolean }) => ReactNode

interface PackageCellProps {
  package: Package
  known: readonly string[]
  /** Whether its leads cost least in its tier. */
  isLowest: boolean
  isHeld: boolean
  /** The id of what is said of its tier. */
  factsId: string
  action: PackageAction
  whenOut: SoldOutAction
}

/** Shared with what is shown while it loads. */
export const CELL =
  'grid min-h-15 grid-cols-[auto_minmax(0,1fr)_auto_minmax(min(6.75rem,34%),auto)] items-center gap-x-3 gap-y-0 border-line px-3 py-0.5 max-lg:@max-[20.5rem]:gap-x-2 max-lg:@max-[20.5rem]:px-2 lg:-mb-px lg:min-h-28 lg:grid-cols-[minmax(0,1fr)_auto] lg:content-between lg:border-r lg:border-b lg:py-2.5 lg:last:-mr-px'

/** Two lines on a phone, with the button beside them, or below where the text is large; one by one in a narrow cell. */
const AREAS = classes(
  "[grid-template-areas:'size_size_price_action'_'stock_each_each_action']",
  "max-lg:@max-[17rem]:grid-cols-[minmax(0,1fr)_auto] max-lg:@max-[17rem]:[grid-template-areas:'size_price'_'stock_each'_'action_action']",
  "lg:[grid-template-areas:'price_stock'_'each_each'_'action_action']",
  "lg:@max-[9rem]:grid-cols-1 lg:@max-[9rem]:[grid-template-areas:'price'_'stock'_'each'_'action'] lg:@max-[9rem]:[&_button]:whitespace-normal",
)

/** One size of a tier: a row on a phone, a cell beside the other sizes in a wider window. */
export function PackageCell({ package: one, known, isLowest, isHeld, factsId, action, whenOut }: PackageCellProps) {
  const hasChanged = changeMarks.use().has(one.id)
  const deal = shownDeals.use().get(one.id)
  const price = deal?.price ?? one.price
  const nameId = useId()
  const isOut = one.available <= 0 && !isHeld
  // Where a newcomer begins, as the line above the packages says.
  const isFirst = one.tier === 'premium' && one.size === SIZES[0] && !isOut
  const ownOffers = [...(deal?.counted ?? []), ...(deal?.sentences ?? [])].filter((word) => !known.includes(word))
  const describedBy = `${nameId} ${factsId}`
  return (
    <li
      id={one.id}
      className={classes(
        '@container flex scroll-mt-4 flex-col transition-colors duration-200 target:bg-sunken lg:focus-within:bg-accent-quiet lg:hover:bg-accent-quiet lg:target:bg-accent-quiet',
        hasChanged && 'bg-attention-quiet motion-reduce:bg-surface',
      )}
    >
      {isFirst && (
        <p className="px-3 pt-1.5 text-xs leading-4 font-semibold text-premium lg:sr-only">
          Good first order: fresher than Standard
        </p>
      )}
      <article aria-labelledby={nameId} className={classes(CELL, 'grow', AREAS)}>
        <div className="flex min-w-0 items-baseline gap-1.5 [grid-area:size] lg:sr-only">
          <p className="figures text-sm leading-5 font-semibold *:inline-block">
            <span>{one.size} leads</span>
            <FreeLeads count={deal?.extraLeads ?? 0} />
          </p>
          <h4 id={nameId} className="truncate text-xs text-muted max-sm:sr-only">
            <span className="sr-only">{TIER_FACTS[one.tier].name} </span>
            {sizeName(one.size).replace(/ Package$/, '')}
            <span className="sr-only"> Package</span>
          </h4>
        </div>
        <p className="figures text-right leading-6 whitespace-nowrap [grid-area:price] lg:text-left lg:leading-7">
          {deal?.was && (
            <>
              <s className="mr-1.5 text-xs text-muted lg:block lg:leading-4">
                <span className="sr-only">was </span>
                {formatPrice(one.price)}
              </s>
              <span className="sr-only">now </span>
            </>
          )}
          <span className="display text-lg leading-none! group-[.is-stale]/bands:text-muted lg:text-2xl">
            {formatPrice(price)}
          </span>
        </p>
        <p
          className={classes(
            'figures text-right text-[0.8125rem] leading-4 [grid-area:each] max-lg:@max-[20.5rem]:text-xs lg:text-left lg:text-sm',
            isLowest ? 'font-semibold text-accent' : 'text-muted',
          )}
        >
          {isLowest && <ArrowDown size={12} aria-hidden="true" className="mr-0.5 inline align-[-1px]" />}
          {formatPerLead(price, one.size)} <span className="max-lg:@max-[20.5rem]:hidden">per lead</span>
          <span className="@min-[20.5rem]:hidden lg:hidden">each</span>
          {isLowest && <span className="max-lg:sr-only">, lowest</span>}
          {ownOffers.map((words) => (
            <span key={words} className="block text-ink">
              {words}
            </span>
          ))}
        </p>
        <p
          className={classes(
            'leading-4 [grid-area:stock] lg:leading-5 lg:@min-[9rem]:text-right',
            deal?.was && 'lg:self-start',
          )}
        >
          <StockWord available={one.available} className="max-lg:text-[0.8125rem]! max-lg:@max-[20.5rem]:text-xs!" />
        </p>
        <div className="flex items-center gap-1 [grid-area:action] lg:mt-2">
          <div className={classes('grow', isOut && 'max-lg:hidden')}>
            {action({ package: one, describedBy, isFirst })}
          </div>
          {isOut && whenOut({ package: one, describedBy })}
        </div>
      </article>
    </li>
  )
}

type StockWordProps = { available: number; word?: string; className?: string }
/** Current stock: 'Unlimited' above 999, otherwise a number, red at 0. The color only repeats the word. */
export function StockWord({ available, word = 'available', className }: StockWordProps) {
  const isOut = available <= 0
  const isLow = available > 0 && available <= LOW_STOCK_MAX
  return (
    <span
      className={classes(
        'figures whitespace-nowrap text-sm',
        isOut && 'font-semibold text-danger',
        isLow && 'text-attention',
        className,
      )}
    >
      {available > COUNTED_MAX ? 'Unlimited' : `${formatCount(Math.max(0, available))} ${word}`}
    </span>
  )
}
