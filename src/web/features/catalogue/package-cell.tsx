import { type ReactNode, useId, useState } from 'react'
import {
  COUNTED_MAX,
  type LeadType,
  LOW_STOCK_MAX,
  type Package,
  type PackageId,
  packageName,
  sizeName,
  TIER_FACTS,
} from '#contract/catalogue/catalogue.ts'
import type { DeliveryMethod } from '#contract/values.ts'
import { formatCount, formatPerLead, formatPrice } from '#web/lib/format.ts'
import type { PackageDeal } from '#web/lib/package-deals.ts'
import { Choice } from '#web/ui/choice.tsx'
import { classes } from '#web/ui/classes.ts'
import { changeMarks, shownDeals } from './county-on-screen.ts'

type Deal = Pick<PackageDeal, 'names' | 'sentences'>

/** The offers counted in the figures of a deal by name, and the others in a sentence. */
const offerWords = (deal: Deal | undefined): readonly string[] => (deal ? [...deal.names, ...deal.sentences] : [])

/** The words about offers that are true of every one of the packages, to be shown once for all. */
export function commonOffers(packages: readonly Package[], deals: ReadonlyMap<PackageId, Deal>): readonly string[] {
  const [first = [], ...others] = packages.map(({ id }) => offerWords(deals.get(id)))
  return first.filter((word) => others.every((words) => words.includes(word)))
}

export const DELIVERY_CHOICES = [
  { value: 'email', label: 'Email' },
  { value: 'sms', label: 'SMS' },
] as const

const LEADS_OF_TYPE: Readonly<Record<LeadType, string>> = {
  vacant: 'vacant-house leads',
  owner: 'owner-occupied leads',
  landlord: 'landlord leads',
}

/** Buys the package. The page passes in the cart's button, because features do not import each other. */
export type PackageAction = (choice: {
  package: Package
  deliveryMethod: DeliveryMethod
  describedBy: string
}) => ReactNode

export type SoldOutAction = (wanted: { package: Package; describedBy: string }) => ReactNode

type Props = { package: Package; known: readonly string[]; action: PackageAction; whenOut: SoldOutAction | undefined }

/** Three lines on a phone; the delivery gets its own in the smallest. */
const AREAS = classes(
  "[grid-template-areas:'name_name_price'_'._._each'_'choice_stock_action']",
  "max-[22.5rem]:[grid-template-areas:'name_name_price'_'._._each'_'stock_stock_action'_'choice_choice_action']",
  "sm:[grid-template-areas:'name_name'_'text_text'_'price_price'_'each_stock'_'choice_action']",
)
/** On a phone, what to do instead takes the place of the delivery, so that the row does not grow. */
const AREAS_WHEN_OUT = classes(
  "[grid-template-areas:'name_name_price'_'._._each'_'stock_stock_action'_'more_more_action']",
  "sm:[grid-template-areas:'name_name'_'text_text'_'price_price'_'each_stock'_'choice_action'_'more_more']",
)

/** One size of a tier: a row on a phone, a cell beside the other sizes in a wider window. */
export function PackageCell({ package: one, known, action, whenOut }: Props) {
  const [deliveryMethod, setDeliveryMethod] = useState<DeliveryMethod>('email')
  const hasChanged = changeMarks.use().has(one.id)
  const deal = shownDeals.use().get(one.id)
  const price = deal?.price ?? one.price
  const nameId = useId()
  const isOut = one.available <= 0 && whenOut !== undefined
  const ownOffers = offerWords(deal).filter((word) => !known.includes(word))
  return (
    <li
      id={one.id}
      className={classes(
        '-mr-px -mb-px scroll-mt-4 border-r border-b border-line transition-colors duration-200 target:bg-accent-quiet',
        hasChanged && 'bg-attention-quiet motion-reduce:bg-surface',
      )}
    >
      <article
        aria-labelledby={nameId}
        className={classes(
          'grid h-full grid-cols-[auto_minmax(0,1fr)_8.25rem] items-center gap-x-2 gap-y-px px-3 py-[3px]',
          'sm:grid-cols-[auto_minmax(0,1fr)] sm:content-between sm:gap-y-1 sm:p-4 lg:p-3.5',
          isOut ? AREAS_WHEN_OUT : AREAS,
        )}
      >
        <h4
          id={nameId}
          className="truncate text-sm leading-[22px] font-semibold [grid-area:name] sm:text-base sm:leading-6"
        >
          <span className="sr-only">{TIER_FACTS[one.tier].name} </span>
          {sizeName(one.size)}
        </h4>
        <p className="figures text-xs leading-4 text-muted max-sm:col-span-full max-sm:row-start-2 max-sm:pr-24 sm:text-sm sm:leading-5 sm:[grid-area:text]">
          {one.size} {LEADS_OF_TYPE[one.leadType]}
          {deal && deal.extraLeads > 0 && <span className="text-ink"> + {deal.extraLeads} extra</span>}
          {ownOffers.map((words) => (
            <span key={words} className="block text-ink">
              {words}
            </span>
          ))}
        </p>
        <p className="figures text-right leading-[22px] whitespace-nowrap [grid-area:price] sm:text-left sm:leading-9">
          {deal?.was && (
            <>
              <s className="mr-1.5 text-xs text-muted">
                <span className="sr-only">was </span>
                {formatPrice(one.price)}
              </s>
              <span className="sr-only">now </span>
            </>
          )}
          <span className="display text-xl leading-none! group-[.is-stale]/bands:text-muted sm:text-2xl">
            {formatPrice(price)}
          </span>
        </p>
        <p className="figures text-right text-xs leading-4 text-muted [grid-area:each] sm:text-left">
          {formatPerLead(price, one.size)} per lead
        </p>
        <p className="leading-4 [grid-area:stock] sm:text-right">
          <StockWord available={one.available} className="text-xs!" />
        </p>
        <div className={classes('[grid-area:choice]', isOut && 'max-sm:hidden')}>
          <Choice
            isSmall
            legend={`Delivery of ${packageName(one)}`}
            options={DELIVERY_CHOICES}
            value={deliveryMethod}
            onChange={setDeliveryMethod}
          />
        </div>
        <div className="[grid-area:action] max-[22.5rem]:self-end">
          {action({ package: one, deliveryMethod, describedBy: nameId })}
        </div>
        {isOut && <div className="flex [grid-area:more]">{whenOut({ package: one, describedBy: nameId })}</div>}
      </article>
    </li>
  )
}

/** Current stock: 'Unlimited' above 999, otherwise a number, red at 0. The color only repeats the word. */
export function StockWord({ available, className }: { available: number; className?: string }) {
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
      {available > COUNTED_MAX ? 'Unlimited' : `${formatCount(Math.max(0, available))} available`}
    </span>
  )
}
