import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { FileText, History, PhoneCall, UserRound, UsersRound } from 'lucide-react'
import { useRef } from 'react'
import { useCart } from '#web/features/orders/cart/cart-data.ts'
import { firstEndOf, HoldCountdown } from '#web/features/orders/cart/hold-countdown.tsx'
import { salesStatisticsQuery, useEarnings } from '#web/features/sales/sales-data.ts'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { formatCount, formatDollars, formatPlural, formatPrice } from '#web/lib/format.ts'
import { monthsOf } from '#web/lib/format-day.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { dockEntryClasses, PhoneDock } from '#web/pages/account/dashboard-frame.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import type { Figure } from '#web/ui/figure-strip.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { focusPanel, isSaleStep, type SalesTabName, searchOfTab } from './sales-navigation.tsx'

const route = getRouteApi(paths.sales)

const ENTRIES: readonly { tab: SalesTabName; label: string; Icon: typeof FileText }[] = [
  { tab: 'market', label: 'Sell', Icon: PhoneCall },
  { tab: 'requests', label: 'Requests', Icon: FileText },
  { tab: 'history', label: 'History', Icon: History },
  { tab: 'customers', label: 'Customers', Icon: UsersRound },
  { tab: 'profile', label: 'Me', Icon: UserRound },
]

export function SalesDock({ open }: { open: SalesTabName }) {
  const search = route.useSearch()
  const isSelling = isSaleStep(open)
  const hasCart = useCart().lines.length > 0
  // Sell returns to the step that was left, unless that sale was sent.
  const left = useRef<SalesTabName>(hasCart || search.county ? 'packages' : 'market')
  if (isSelling) left.current = open
  const back = hasCart || left.current === 'packages' ? left.current : 'market'
  return (
    <PhoneDock above={isSelling && open !== 'invoice' && <SaleTotal />}>
      {ENTRIES.map(({ tab, label, Icon }) => {
        const isOpen = isSaleStep(tab) ? isSelling : tab === open
        return (
          <Link
            key={tab}
            to={paths.sales}
            search={searchOfTab(search, tab === 'market' && !isSelling ? back : tab)}
            aria-current={isOpen ? 'page' : undefined}
            className={dockEntryClasses(isOpen)}
          >
            <Icon size={20} aria-hidden="true" />
            {label}
          </Link>
        )
      })}
    </PhoneDock>
  )
}

function SaleTotal() {
  const { lines, total } = useCart()
  const navigate = route.useNavigate()
  const handleReview = () => {
    void navigate({ search: (now) => searchOfTab(now, 'invoice'), resetScroll: false })
    // The button goes away with the step that needed it.
    focusPanel()
  }
  const endsAtMs = firstEndOf(lines)
  if (endsAtMs === null) return null
  return (
    <section
      aria-label="The sale"
      className="flex min-h-13 items-center justify-between gap-3 border-b border-line px-4 py-1"
    >
      <span className="figures flex flex-wrap items-center gap-x-1.5 text-sm">
        <span className="font-semibold">{formatPlural(lines.length, 'package')}</span>
        <span aria-hidden="true">·</span>
        <span className="font-semibold">{formatPrice(total)}</span>
        <span aria-hidden="true">·</span>
        <HoldCountdown endsAtMs={endsAtMs} size={14} className="gap-1.5!" />
      </span>
      <Button look="primary" onClick={handleReview}>
        Review
      </Button>
    </section>
  )
}

/** What a rep wants to know first, in a line: what is being sold, what is waiting, what came in. */
export function SalesFigures({ className }: { className: string }) {
  const cart = useCart()
  const { data, error } = useQuery(salesStatisticsQuery)
  const isOfAll = useCurrentUser()?.role === 'admin'
  const { current } = monthsOf(useStoreZone())
  const earnings = useEarnings(current, !isOfAll)
  const soon = data?.expiringSoon ?? 0
  const unknown = error && !data ? '–' : undefined
  const [month, noMonth] = [earnings.data, earnings.error && !earnings.data ? '–' : undefined]
  const paidToday = month?.days.find(({ date }) => date === current.to)?.paid ?? 0
  const figures: Figure[] = [
    { label: 'In the cart', value: cart.isPending ? undefined : cart.error ? '–' : formatDollars(cart.total) },
    {
      label: `Waiting for payment${isOfAll ? ', of all reps' : ''}`,
      value: data ? formatCount(data.pending) : unknown,
      note: soon > 0 && `(${formatCount(soon)} expiring soon)`,
      isUrgent: soon > 0,
    },
    ...(isOfAll
      ? [{ label: 'Paid through links', value: data ? formatDollars(data.paidTotal) : unknown }]
      : [
          { label: 'Paid today', value: month ? formatDollars(paidToday) : noMonth },
          { label: 'Commission this month', value: month ? formatDollars(month.commission) : noMonth },
        ]),
  ]
  return (
    <section aria-label={isOfAll ? 'Figures of all reps' : 'Your figures'} className={className}>
      <dl className="figures flex flex-wrap items-baseline gap-x-5">
        {figures.map(({ label, value, note, isUrgent }) => (
          <div key={label} className="flex items-baseline gap-1.5">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className={classes('font-semibold', isUrgent && 'text-attention')}>
              {value ?? <Skeleton className="inline-block h-4 w-12" />}
              {note && <span className="text-xs font-normal"> {note}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
