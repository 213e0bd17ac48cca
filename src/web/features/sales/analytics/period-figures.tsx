import { countDays } from '#contract/days.ts'
import { formatCount, formatDollars } from '#web/lib/format.ts'
import { formatDay, formatDays } from '#web/lib/format-day.ts'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import type { AnsweredOverview } from './analytics-data.ts'
import { compare } from './comparison.ts'
import { daysBefore, isCut } from './overview-choices.ts'

/** The sums of a period, each next to the same number of days before. */
export function PeriodFigures({
  overview: { asked, total, before, isUnfinished, salesSince },
}: {
  overview: AnsweredOverview
}) {
  const earlier = daysBefore(asked)
  const hasBefore = salesSince !== null && salesSince <= earlier.to
  const length = countDays(asked.from, asked.to)
  const figures = [
    { label: 'Revenue', name: 'revenue', format: formatDollars },
    { label: 'Orders', name: 'orders', format: formatCount },
    { label: 'Packages', name: 'packages', format: formatCount },
    { label: 'Leads', name: 'leads', format: formatCount },
  ] as const
  return (
    <div className="grid gap-2">
      <FigureStrip
        label="Figures of the period"
        figures={figures.map(({ label, name, format }) => ({
          label,
          value: format(total[name]),
          note: hasBefore ? compare(total[name], before[name], format) : 'no sales before',
        }))}
      />
      <p role="status" className="text-xs text-muted">
        {formatDays(asked.from, asked.to)}
        {hasBefore
          ? `${isUnfinished ? ' so far, compared with the same hours of' : ', compared with'} the ${length === 1 ? 'day' : `${length} days`} before (${formatDays(earlier.from, earlier.to)}).`
          : '. Nothing sold before, so there is nothing to compare with.'}
        {hasBefore &&
          salesSince > earlier.from &&
          ` The first sale was on ${formatDay(salesSince)}, so the comparison is incomplete.`}
        {total.refunded > 0 && ` ${formatDollars(total.refunded)} in refunds in this period is already taken off.`}
        {isCut(asked) && ` A ${asked.by} at either end counts only its days in this period.`}
      </p>
    </div>
  )
}
