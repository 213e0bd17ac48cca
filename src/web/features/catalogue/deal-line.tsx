import type { PackageDeal } from '#web/lib/package-deals.ts'
import { classes } from '#web/ui/classes.ts'

/** What offers mean for a package, in a line that reserves its space in advance, so nothing jumps. */
export const DealLine = ({ deal, className }: { deal: PackageDeal | undefined; className?: string }) => (
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
    {deal?.notes.map((one) => (
      <span key={one}>{one}</span>
    ))}
  </p>
)
