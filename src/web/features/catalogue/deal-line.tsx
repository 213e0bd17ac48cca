import { classes } from '#web/ui/classes.ts'
import type { ShownDeal } from './shown-deals.ts'

/** What offers mean for a package, in a line that keeps its place before they are known, so that nothing jumps. */
export function DealLine({ deal, className }: { deal: ShownDeal | undefined; className?: string }) {
  const words = deal ? [deal.extra, ...deal.notes].filter((one) => one !== '') : []
  return (
    <p className={classes('figures flex min-h-5 flex-wrap gap-x-3 text-sm', className)}>
      {deal?.was && (
        <span>
          <s className="text-muted">
            <span className="sr-only">was </span>
            {deal.was}
          </s>
          <span aria-hidden="true"> → </span>
          <span className="sr-only"> now </span>
          {deal.lowered}
        </span>
      )}
      {words.map((one) => (
        <span key={one}>{one}</span>
      ))}
    </p>
  )
}
