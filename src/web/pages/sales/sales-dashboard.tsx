import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { Keyboard, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { CurrentUser } from '#contract/members/auth.ts'
import { RequestNews } from '#web/features/links/live/request-news.tsx'
import { useCart } from '#web/features/orders/cart/cart-data.ts'
import { CartSync } from '#web/features/orders/cart/cart-sync.tsx'
import { HoldAnnouncer } from '#web/features/orders/cart/hold-countdown.tsx'
import { firstEndOf } from '#web/features/orders/cart/hold-time.ts'
import { useLastRead, useRefresh } from '#web/features/sales/refresh.ts'
import { formatClock } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { LatePart } from '#web/ui/late-part.tsx'
import { RailTabs } from '#web/ui/rail-tabs.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DashboardFrame } from '../account/dashboard-frame.tsx'
import { CommandPalette } from '../palette/command-palette.tsx'
import { OpenPalette } from '../palette/open-palette.tsx'
import { partMissing } from '../store/late-parts.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { SalesDock } from './sales-dock.tsx'
import { SalesFigures } from './sales-figures.tsx'
import { salesTabOf } from './sales-tabs.ts'
import { CALL_SCREEN, type SalesTabName, TAB_NAMES } from './tab-names.ts'
import { usePaletteGroups } from './use-palette-groups.ts'
import { useSalesKeys } from './use-sales-keys.ts'
import { searchOfStep, searchOfTab, useOpenTab } from './use-sales-navigation.ts'
import { stepBeside } from './workspace/sale-steps.ts'

const route = getRouteApi(paths.sales)
const NO_PROPS = {}

/**
 * Header, figures and the eight tabs; each is loaded when it is opened and keeps its state in the URL. The first four,
 * and the call screen, are the steps of one workspace.
 */
export function SalesDashboard({ user }: { user: CurrentUser }) {
  const search = route.useSearch()
  const router = useRouter()
  const navigate = route.useNavigate()
  const openTab = useOpenTab()
  const refresh = useRefresh()
  const [isKeysOpen, setIsKeysOpen] = useState(false)
  const tab = salesTabOf(search.tab)
  const isAdmin = user.role === 'admin'
  const entryOf = ({ value, label }: { value: SalesTabName; label: string }) => ({
    value,
    label,
    href: router.buildLocation({ to: paths.sales, search: searchOfTab(search, value) }).href,
  })
  useSalesKeys({
    openTab,
    moveStep: (places) => {
      const next = stepBeside(tab.value, places)
      if (next) void navigate({ search: (now) => searchOfStep(now, next), resetScroll: false })
      return next !== undefined
    },
    refresh: () => refresh.mutate(),
    showKeys: () => setIsKeysOpen(true),
  })

  return (
    <>
      <DashboardFrame
        title="Sales Dashboard"
        tabTitle={`${tab.label} - Sales Dashboard`}
        badge={user.username}
        actions={
          <>
            {/* A phone has no room for it with one more button. */}
            <LastRead className={isAdmin ? 'max-sm:sr-only' : 'max-sm:order-1 max-sm:ml-1 max-sm:max-w-20'} />
            {isAdmin && (
              <Link to={paths.admin} className={buttonClasses('plain')}>
                <span>
                  Admin<span className="max-sm:sr-only"> Dashboard</span>
                </span>
              </Link>
            )}
            <Button onClick={() => refresh.mutate()} aria-disabled={refresh.isPending || undefined}>
              <RefreshCw size={16} aria-hidden="true" className={classes(refresh.isPending && 'breathe')} />
              Refresh Data
            </Button>
            <Button look="quiet" onClick={() => setIsKeysOpen(true)} className="max-sm:hidden pointer-coarse:hidden">
              <Keyboard size={16} aria-hidden="true" />
              Keys
            </Button>
          </>
        }
        dock={<SalesDock open={tab.value} />}
        strip={
          <div
            className={classes(
              'grid grid-cols-[minmax(0,1fr)] gap-1',
              // On a phone, a call needs the room.
              (tab.value === CALL_SCREEN.value || search.view === 'grid') && 'max-lg:hidden',
            )}
          >
            <SalesFigures />
            <RequestNews />
          </div>
        }
      >
        <RailTabs
          label="Section"
          groups={[
            { label: null, pages: [entryOf(CALL_SCREEN)] },
            { label: 'Sections', tabs: TAB_NAMES.map(entryOf) },
          ]}
          open={tab.value === CALL_SCREEN.value ? { page: tab.value } : { tab: tab.value }}
          onTab={(value) => openTab(salesTabOf(value).value)}
          onPage={(value) => openTab(salesTabOf(value).value)}
        >
          <LatePart
            key={tab.screen}
            load={tab.load}
            props={NO_PROPS}
            waiting={<Skeleton className="h-96" />}
            failed={partMissing(tab.label)}
          />
        </RailTabs>
      </DashboardFrame>
      <CartWatch />
      <CommandPalette Palette={SalesPalette} />
      {isKeysOpen && <KeysDialog onClose={() => setIsKeysOpen(false)} />}
    </>
  )
}

function SalesPalette({ onClose }: { onClose: () => void }) {
  return <OpenPalette useContents={usePaletteGroups} finds="County, customer, request or action" onClose={onClose} />
}

/** Keeps the cart in step with the server on every tab, and announces when its holds are about to end. */
function CartWatch() {
  const { lines } = useCart()
  return (
    <>
      <CartSync />
      <HoldAnnouncer endsAtMs={firstEndOf(lines)} advice="Send the invoice" />
    </>
  )
}

/** The age of what is on screen. */
function LastRead({ className }: { className: string }) {
  const lastRead = useLastRead()
  return (
    <p role="status" className={classes('figures text-xs text-muted', className)}>
      {lastRead !== null && `Updated at ${formatClock(lastRead)}`}
    </p>
  )
}
