import { type PriceKey, priceName } from '#contract/admin/pricing.ts'
import { formatDollars, formatPlural } from '#web/lib/format.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { classes } from '#web/ui/classes.ts'
import { describeDifference, isSteep } from './price-rules.ts'
import { type PricesPreview, usePricesPreview } from './pricing-data.ts'

interface PriceLineProps {
  priceKey: PriceKey | null
  /** Dollars as text; undefined while unknown. */
  before: string | undefined
  /** Dollars as text; undefined if the form has no valid price. */
  after: string | undefined
}

/** What saving one price will do, in a line below its form. */
export function PriceLine({ priceKey, before, after }: PriceLineProps) {
  const settled = useDebounced(after)
  const isChange = before !== undefined && after !== undefined && after !== before
  const preview = usePricesPreview(
    priceKey && isChange && settled === after
      ? {
          leadTypes: [priceKey.leadType],
          tiers: [priceKey.tier],
          sizes: [priceKey.size],
          change: { kind: 'set', value: Number(after) },
        }
      : null,
  )
  return (
    <div role="status" className={classes('text-sm', priceKey && 'min-h-10')}>
      {!priceKey ? (
        <p className="text-muted">Choose a price here, or press one in the table below.</p>
      ) : !isChange ? (
        <p className="text-muted">
          {priceName(priceKey)}
          {before !== undefined && <> costs {formatDollars(before)} now.</>}{' '}
          {after === undefined ? 'Enter the new price.' : 'Saving would change nothing.'}
        </p>
      ) : (
        <>
          <p>
            {priceName(priceKey)}: <OldAndNew before={before} after={after} />{' '}
            <span className="text-muted">({describeDifference(before, after)})</span>
            {isSteep(before, after) && (
              <strong className="block text-attention">
                That changes the price by half or more. Is the decimal point in the right place?
              </strong>
            )}
          </p>
          <p className={classes('text-muted', preview.isPending && 'breathe')}>
            {preview.data
              ? reachWords(preview.data)
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
export function OldAndNew({ before, after }: { before: string; after: string }) {
  return (
    <span className="figures whitespace-nowrap">
      <span className="text-muted">{formatDollars(before)}</span> <span aria-hidden="true">→</span>{' '}
      <span className="sr-only">to</span> <strong>{formatDollars(after)}</strong>
    </span>
  )
}

/** How much a change affects: packages in all counties, and carts whose buyers are told. */
export function reachWords({ packages, cartLines }: Pick<PricesPreview, 'packages' | 'cartLines'>): string {
  const carts =
    cartLines === 0
      ? 'None of them are in a cart now.'
      : cartLines === 1
        ? '1 of them is in a cart now; its buyer is told before paying.'
        : `${cartLines} of them are in carts now; their buyers are told before they pay.`
  return `Affects ${formatPlural(packages, 'package')} across all counties. ${carts}`
}
