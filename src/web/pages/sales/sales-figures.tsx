import { useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '#web/features/members/use-current-user.ts'
import { useCart } from '#web/features/orders/cart/cart-data.ts'
import { useEarnings, useMonths } from '#web/features/sales/earnings/earnings-data.ts'
import { salesStatisticsQuery } from '#web/features/sales/sales-statistics.ts'
import { formatCount, formatDollars, formatPlural } from '#web/lib/format.ts'
import { type Figure, FigureStrip } from '#web/ui/figure-strip.tsx'

/** What a rep wants to know first: what is being sold, what is waiting, what came in. */
export function SalesFigures() {
  const cart = useCart()
  const { data, error } = useQuery(salesStatisticsQuery)
  const isOfAll = useCurrentUser()?.role === 'admin'
  const earned = useEarned(!isOfAll)
  const requestsNote = isOfAll ? 'payment requests of all reps' : 'payment requests'
  const unknown = error && !data ? '–' : undefined
  const figures: Figure[] = [
    {
      label: 'In the cart',
      value: cart.isPending ? undefined : cart.error ? '–' : formatDollars(cart.total),
      note: formatPlural(cart.lines.length, 'package'),
    },
    { label: 'Waiting for payment', value: data ? formatCount(data.pending) : unknown, note: requestsNote },
    {
      label: 'Expires in the next 2 hours',
      value: data ? formatCount(data.expiringSoon) : unknown,
      note: requestsNote,
      isUrgent: (data?.expiringSoon ?? 0) > 0,
    },
    ...(isOfAll
      ? [
          {
            label: 'Paid through links',
            value: data ? formatDollars(data.paidTotal) : unknown,
            note: data && `${formatPlural(data.paid, 'payment request')} of all reps`,
          },
        ]
      : earned),
  ]
  const shown = figures.map(({ note, ...figure }) => ({
    ...figure,
    // On a phone the labels are enough, and the tab's own content should start on the first screen.
    note: note && <span className="max-sm:hidden">{note}</span>,
  }))
  return <FigureStrip label={isOfAll ? 'Figures of all reps' : 'Your figures'} figures={shown} />
}

/** What the rep's own sales brought today and this month. */
function useEarned(isWanted: boolean): Figure[] {
  const { today, current } = useMonths()
  const { data, error } = useEarnings(current, isWanted)
  const unknown = error && !data ? '–' : undefined
  const day = data?.days.find(({ date }) => date === today)
  return [
    {
      label: 'Paid today',
      value: data ? formatDollars(day?.paid ?? 0) : unknown,
      note: formatPlural(day?.orders ?? 0, 'sale'),
    },
    { label: 'Commission this month', value: data ? formatDollars(data.commission) : unknown, note: 'after refunds' },
  ]
}
