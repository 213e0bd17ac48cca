import { useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '#web/features/members/use-current-user.ts'
import { useCart } from '#web/features/orders/cart/cart-data.ts'
import { salesStatisticsQuery } from '#web/features/sales/sales-statistics.ts'
import { formatCount, formatDollars, formatPlural } from '#web/lib/format.ts'
import { type Figure, FigureStrip } from '#web/ui/figure-strip.tsx'

/** What a rep wants to know first: what is being sold, what is waiting, what came in. */
export function SalesFigures() {
  const cart = useCart()
  const { data, error } = useQuery(salesStatisticsQuery)
  const isOfAll = useCurrentUser()?.role === 'admin'
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
    {
      label: 'Paid through links',
      value: data ? formatDollars(data.paidTotal) : unknown,
      note: data && `${formatPlural(data.paid, 'payment request')}${isOfAll ? ' of all reps' : ''}`,
    },
  ]
  const shown = figures.map(({ note, ...figure }) => ({
    ...figure,
    // On a phone the labels are enough, and the tab's own content should start on the first screen.
    note: note && <span className="max-sm:hidden">{note}</span>,
  }))
  return <FigureStrip label={isOfAll ? 'Figures of all reps' : 'Your figures'} figures={shown} />
}
