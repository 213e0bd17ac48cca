import { useQuery } from '@tanstack/react-query'
import type { getToday, Today } from '#contract/sales/analytics.ts'
import { formatClock, formatCount, formatDollars } from '#web/lib/format.ts'
import { query } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { type Figure, FigureStrip } from '#web/ui/figure-strip.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { formatChange } from './comparison.ts'

const WATCH_MS = 30_000

/** What was paid today so far, each figure next to the same hours a week ago. */
export function TodayFigures() {
  const { data, error, refetch } = useQuery({
    ...query<typeof getToday>('/api/admin/today', {}),
    staleTime: WATCH_MS,
    refetchInterval: WATCH_MS,
    refetchOnWindowFocus: true,
  })
  return (
    <section aria-label="Today" className="grid gap-2">
      <h2 className="text-base font-semibold">Today so far</h2>
      {error && !data ? (
        <Notice
          tone="danger"
          title="We couldn’t load today’s figures"
          action={<Button onClick={() => refetch()}>Try again</Button>}
        >
          {error.sentence}
        </Notice>
      ) : (
        <>
          <FigureStrip label="Figures of today" figures={figuresOf(data)} />
          <p className="text-xs text-muted">
            Compared with the same hours a week ago, before refunds.
            {data && ` Updated at ${formatClock(Date.parse(data.now))}.`}
          </p>
        </>
      )}
    </section>
  )
}

function figuresOf(data: Today | undefined): Figure[] {
  const figure = (label: string, part: keyof Today['today'], format: (amount: number) => string): Figure => ({
    label,
    value: data && format(data.today[part]),
    note: data && `${format(data.weekAgo[part])} a week ago${changeWords(data.today[part], data.weekAgo[part])}`,
  })
  return [
    figure('Paid', 'paid', formatDollars),
    figure('Orders', 'orders', formatCount),
    figure('Leads sold', 'leads', formatCount),
    { label: 'Refunded', value: data && formatDollars(data.refunded), note: data && 'for sales of any day' },
  ]
}

/** ` (+12.5%)`; nothing if there was nothing to compare with. */
const changeWords = (now: number, before: number): string =>
  before === 0 ? '' : ` (${formatChange(((now - before) / before) * 100)})`
