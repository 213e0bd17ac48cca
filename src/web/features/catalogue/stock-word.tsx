import { COUNTED_MAX, LOW_STOCK_MAX } from '#contract/catalogue/catalogue.ts'
import { formatCount } from '#web/lib/format.ts'
import { classes } from '#web/ui/classes.ts'

/** What can be bought now: 'Unlimited' above 999, a number otherwise, red at 0. The word carries it, the color repeats it. */
export function StockWord({ available }: { available: number }) {
  const isOut = available <= 0
  const isLow = available > 0 && available <= LOW_STOCK_MAX
  return (
    <span
      className={classes(
        'figures whitespace-nowrap text-sm',
        isOut && 'font-semibold text-danger',
        isLow && 'text-attention',
      )}
    >
      {available > COUNTED_MAX ? 'Unlimited' : `${formatCount(Math.max(0, available))} available`}
    </span>
  )
}
