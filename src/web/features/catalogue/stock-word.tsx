import { COUNTED_MAX, LOW_STOCK_MAX } from '#contract/catalogue/catalogue.ts'
import { formatCount } from '#web/lib/format.ts'
import { classes } from '#web/ui/classes.ts'

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
