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
import { callStep } from './call/call-step.ts'
import { CALL_SCREEN, type SalesTabName } from './tab-names.ts'
import { searchOfTab } from './use-sales-navigation.ts'

const route = getRouteApi(paths.sales)

/** Narrower than the rail with the sections: Tailwind's `lg`. */
const NARROW = '(max-width: 63.99rem)'

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
  return (
    <div data-dock className="border-t border-line shadow-float">
      <div className="has-[[data-toast]]:p-2.5">
        <ToastShelf />
      </div>
      {open === CALL_SCREEN.value && <SaleTotal />}
      <nav aria-label="Most used" className="grid grid-cols-4">
        {ENTRIES.map(({ tab, label, Icon }) => (
          <Link
            key={tab}
            to={paths.sales}
            search={searchOfTab(search, tab)}
            aria-current={tab === open ? 'page' : undefined}
            className={classes(
              'grid min-h-13 content-center justify-items-center text-xs',
              tab === open ? 'font-semibold text-accent' : 'text-muted',
            )}
          >
            <Icon size={20} aria-hidden="true" />
            {label}
          </Link>
        ))}
      </nav>
    </div>
  )
}

/** "2 packages · $638 · 29:10", with the button that leads to Send. */
function SaleTotal() {
  const { lines, total } = useCart()
  const step = callStep.use()
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
      {step !== 'invoice' && (
        <Button look="primary" onClick={() => callStep.set('invoice')}>
          Review
        </Button>
      )}
    </section>
  )
}
