import { levelOf, levelWords, type NamedArea } from '#contract/admin/price-areas.ts'
import { type PriceKey, priceName } from '#contract/admin/pricing.ts'
import { formatDollars, formatPlural } from '#web/lib/format.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { classes } from '#web/ui/classes.ts'
import { describeDifference, isOwnPrice, isSteep, type ShownPrice } from './price-rules.ts'
import { type PricesPreview, usePricesPreview } from './pricing-data.ts'

interface PriceLineProps {
  priceKey: PriceKey | null
  /** Where; null: everywhere. */
  area: NamedArea | null
  /** What it costs now; undefined while unknown. */
  shown: ShownPrice | undefined
  /** Dollars as text; undefined if the form has no valid price. */
  after: string | undefined
}

/** What saving one price will do, in a line below its form. */
export function PriceLine({ priceKey, area, shown, after }: PriceLineProps) {
  const settled = useDebounced(after)
  const before = shown?.price
  const isChange = before !== undefined && after !== undefined && after !== before
  const body = priceKey && {
    leadTypes: [priceKey.leadType],
    tiers: [priceKey.tier],
    sizes: [priceKey.size],
    change: { kind: 'set' as const, value: Number(after) },
    area,
  }
  const preview = usePricesPreview(isChange && settled === after ? body : null)
  return (
    <div role="status" className={classes('text-sm', priceKey && 'min-h-10')}>
      {!priceKey ? (
        <p className="text-muted">Choose a price here, or press one in the table below.</p>
      ) : !isChange ? (
        <p className="text-muted">
          {priceName(priceKey)}
          {shown && ` costs ${formatDollars(shown.price)} now${area ? ` (${levelWords(shown.level, area)})` : ''}.`}{' '}
          {after === undefined ? 'Enter the new price.' : sameWords(shown, area)}
        </p>
      ) : (
        <>
          <p>
            {priceName(priceKey)}: <OldAndNew before={before} after={after} />{' '}
            <span className="text-muted">
              ({describeDifference(before, after)}
              {area && `, ${levelWords(levelOf(area), area)}`})
            </span>
            {isSteep(before, after) && (
              <strong className="block text-attention">
                That changes the price by half or more. Is the decimal point in the right place?
              </strong>
            )}
          </p>
          <p className={classes('text-muted', preview.isPending && 'breathe')}>
            {preview.data
              ? reachWords(preview.data, area)
              : preview.error
                ? `We couldn’t count the packages it affects. ${preview.error.sentence}`
                : 'Counting the packages it affects…'}
          </p>
        </>
      )}
    </div>
  )
}

/** `$299.00 → $310.00`, read as "to" by screen readers. Dollars as text. */
export const OldAndNew = ({ before, after }: { before: string; after: string }) => (
  <span className="figures whitespace-nowrap">
    <span className="text-muted">{formatDollars(before)}</span> <span aria-hidden="true">→</span>{' '}
    <span className="sr-only">to</span> <strong>{formatDollars(after)}</strong>
  </span>
)

/** What saving does if the price is the one that applies already. */
const sameWords = (shown: ShownPrice | undefined, area: NamedArea | null): string =>
  area && !isOwnPrice(shown, area)
    ? `Saving makes it the ${levelWords(levelOf(area), area)}, which stays when the other one changes.`
    : 'Saving would change nothing.'

/** `281 packages across all counties`; those that keep a more specific price are not among them. */
export const packagesWords = (reach: PricesPreview, area: NamedArea | null): string =>
  `${where(reach, area)}${kept(reach)}`

/** How much a change affects: packages there, and carts whose buyers are told. */
export const reachWords = (reach: PricesPreview, area: NamedArea | null): string =>
  `Affects ${where(reach, area)} ${cartsWords(reach)}${kept(reach)}`

function where({ packages, keptPackages }: PricesPreview, area: NamedArea | null): string {
  const place = area ? `in ${area.name}` : keptPackages === 0 ? 'across all counties' : 'across counties'
  return `${formatPlural(packages, 'package')} ${place}.`
}

function kept({ keptPackages }: PricesPreview): string {
  if (keptPackages === 0) return ''
  const keep = keptPackages === 1 ? 'keeps a price of its own' : 'keep prices of their own'
  return ` ${formatPlural(keptPackages, 'package')} ${keep}.`
}

function cartsWords({ packages, cartLines }: PricesPreview): string {
  if (cartLines === 0) return packages === 1 ? 'It isn’t in any cart right now.' : 'None of them are in a cart now.'
  const inOne = packages === 1 ? 'It is' : '1 of them is'
  const inMore = packages === 1 ? `It is in ${cartLines} carts` : `${cartLines} of them are in carts`
  return cartLines === 1
    ? `${inOne} in a cart now; its buyer is told before paying.`
    : `${inMore} now; their buyers are told before they pay.`
}
