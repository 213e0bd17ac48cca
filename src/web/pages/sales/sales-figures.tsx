import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { FileText, PhoneCall, UserRound, UsersRound } from 'lucide-react'
import { useRef } from 'react'
import { useCurrentUser } from '#web/features/members/current-user.ts'
import { useCart } from '#web/features/orders/cart/cart-data.ts'
import { firstEndOf, HoldCountdown } from '#web/features/orders/cart/hold-countdown.tsx'
import { salesStatisticsQuery, useEarnings, useMonths } from '#web/features/sales/sales-data.ts'
import { formatCount, formatDollars, formatPlural, formatPrice } from '#web/lib/format.ts'
import { dockEntryClasses, PhoneDock } from '#web/pages/account/dashboard-frame.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { type Figure, FigureStrip } from '#web/ui/figure-strip.tsx'
import { focusPanel, isSaleStep, type SalesTabName, searchOfTab } from './sales-navigation.tsx'

const route = getRouteApi(paths.sales)

const ENTRIES: readonly { tab: SalesTabName; label: string; Icon: typeof FileText }[] = [
  { tab: 'market', label: 'Sell', Icon: PhoneCall },
  { tab: 'requests', label: 'Requests', Icon: FileText },
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
    <PhoneDock above={isSelling && <SaleTotal isReviewed={open === 'invoice'} />}>
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

function SaleTotal({ isReviewed }: { isReviewed: boolean }) {
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
      {!isReviewed && (
        <Button look="primary" onClick={handleReview}>
          Review
        </Button>
      )}
    </section>
  )
}

/** What a rep wants to know first: what is being sold, what is waiting, what came in. */
export function SalesFigures() {
  const cart = useCart()
  const { data, error } = useQuery(salesStatisticsQuery)
  const isOfAll = useCurrentUser()?.role === 'admin'
  const earned = useEarned(!isOfAll)
  const ofAll = isOfAll ? ' of all reps' : ''
  const soon = data?.expiringSoon ?? 0
  const unknown = error && !data ? '–' : undefined
  const paidOfAll = {
    label: 'Paid through links',
    value: data ? formatDollars(data.paidTotal) : unknown,
    note: data && `${formatPlural(data.paid, 'payment request')} of all reps`,
  }
  const figures: Figure[] = [
    {
      label: 'In the cart',
      value: cart.isPending ? undefined : cart.error ? '–' : formatDollars(cart.total),
      note: formatPlural(cart.lines.length, 'package'),
    },
    {
      label: 'Waiting for payment',
      value: data ? formatCount(data.pending) : unknown,
      note: soon > 0 ? `${formatCount(soon)} expiring in the next 2 hours` : `payment requests${ofAll}`,
      isUrgent: soon > 0,
    },
    ...(isOfAll ? [paidOfAll] : earned),
  ]
  return <FigureStrip label={isOfAll ? 'Figures of all reps' : 'Your figures'} figures={figures} />
}

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
