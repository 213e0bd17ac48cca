import { getRouteApi, Link } from '@tanstack/react-router'
import { FileText, PhoneCall, UserRound, UsersRound } from 'lucide-react'
import { useCart } from '#web/features/orders/cart/cart-data.ts'
import { HoldCountdown } from '#web/features/orders/cart/hold-countdown.tsx'
import { firstEndOf } from '#web/features/orders/cart/hold-time.ts'
import { formatPlural, formatPrice } from '#web/lib/format.ts'
import { useMedia } from '#web/lib/use-media.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ToastShelf } from '#web/ui/toast-shelf.tsx'
import { focusPanel } from './focus-panel.ts'
import { CALL_SCREEN, type SalesTabName } from './tab-names.ts'
import { searchOfTab } from './use-sales-navigation.ts'
import { isSaleStep, NARROW } from './workspace/sale-steps.ts'

const route = getRouteApi(paths.sales)

const ENTRIES: readonly { tab: SalesTabName; label: string; Icon: typeof FileText }[] = [
  { tab: CALL_SCREEN.value, label: 'Sell', Icon: PhoneCall },
  { tab: 'requests', label: 'Requests', Icon: FileText },
  { tab: 'customers', label: 'Customers', Icon: UsersRound },
  { tab: 'profile', label: 'Me', Icon: UserRound },
]

/** In thumb's reach on a phone: the sale's total with the way on, and the four places a rep needs most. */
export function SalesDock({ open }: { open: SalesTabName }) {
  const search = route.useSearch()
  const isNarrow = useMedia(NARROW)
  if (!isNarrow) return null
  const isSelling = isSaleStep(open)
  return (
    <div data-dock className="border-t border-line shadow-float">
      <div className="has-[[data-toast]]:p-2.5">
        <ToastShelf />
      </div>
      {isSelling && <SaleTotal isReviewed={open === 'invoice'} />}
      <nav aria-label="Most used" className="grid grid-cols-4">
        {ENTRIES.map(({ tab, label, Icon }) => {
          const isOpen = tab === CALL_SCREEN.value ? isSelling : tab === open
          return (
            <Link
              key={tab}
              to={paths.sales}
              search={searchOfTab(search, tab)}
              aria-current={isOpen ? 'page' : undefined}
              className={classes(
                'grid min-h-13 content-center justify-items-center text-xs',
                isOpen ? 'font-semibold text-accent' : 'text-muted',
              )}
            >
              <Icon size={20} aria-hidden="true" />
              {label}
            </Link>
          )
        })}
      </nav>
    </div>
  )
}

/** "2 packages · $638 · 29:10", with the button that leads to Send. */
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
