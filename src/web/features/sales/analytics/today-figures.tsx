import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AdminSection } from '#contract/admin/page-names.ts'
import { getToday, type Today } from '#contract/sales/analytics.ts'
import { query } from '#web/lib/call-api.ts'
import { formatCount, formatDollars } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { type Figure, FigureStrip } from '#web/ui/figure-strip.tsx'
import { ListTrouble } from '#web/ui/panel.tsx'
import { formatChange } from './overview-words.ts'

const WATCH_MS = 30_000

export function TodayFigures() {
  const { data, error, refetch } = useQuery({
    ...query(getToday),
    staleTime: WATCH_MS,
    refetchInterval: WATCH_MS,
    refetchOnWindowFocus: true,
  })
  return (
    <section aria-label="Today" className="grid gap-2">
      {error && !data ? (
        <ListTrouble list={{ data, error, refetch }} title="We couldn’t load today’s figures" />
      ) : (
        <>
          <FigureStrip label="Figures of today" figures={figuresOf(data)} />
          <p className="text-xs text-muted">
            So far today, before refunds, compared with the same hours a week ago.
            {error && ' Reconnecting…'}
          </p>
        </>
      )}
    </section>
  )
}

const ListLink = ({ section, children }: { section: AdminSection; children: string }) => (
  <Link to={paths.adminSection} params={{ section }} className="underline-offset-4 hover:underline">
    {children}
  </Link>
)

function figuresOf(data: Today | undefined): Figure[] {
  const figure = (label: string, part: keyof Today['today'], format: (amount: number) => string): Figure => ({
    label,
    value: data && <ListLink section="orders">{format(data.today[part])}</ListLink>,
    note: data && `${format(data.weekAgo[part])} a week ago${changeWords(data.today[part], data.weekAgo[part])}`,
  })
  return [
    figure('Paid', 'paid', formatDollars),
    figure('Orders', 'orders', formatCount),
    figure('Leads sold', 'leads', formatCount),
    {
      label: 'Refunded',
      value: data && <ListLink section="refunds">{formatDollars(data.refunded)}</ListLink>,
      note: data && 'today, from any order',
    },
  ]
}

const changeWords = (now: number, before: number): string =>
  before === 0 ? '' : ` (${formatChange(((now - before) / before) * 100)})`
