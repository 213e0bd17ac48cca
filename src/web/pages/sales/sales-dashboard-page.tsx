import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { Keyboard, RefreshCw } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import type { CurrentUser } from '#contract/members/auth.ts'
import { TEAM_TITLES } from '#contract/page-titles.ts'
import { RequestNews } from '#web/features/links/live/request-news.tsx'
import { useCart } from '#web/features/orders/cart/cart-data.ts'
import { CartSync } from '#web/features/orders/cart/cart-sync.tsx'
import { HoldAnnouncer } from '#web/features/orders/cart/hold-countdown.tsx'
import { firstEndOf } from '#web/features/orders/cart/hold-time.ts'
import { useLastRead, useRefresh } from '#web/features/sales/refresh.ts'
import { formatClock } from '#web/lib/format.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { DashboardFrame, MemberGate } from '#web/pages/account/dashboard-frame.tsx'
import { LoginPage } from '#web/pages/account/login-page.tsx'
import { CommandPalette } from '#web/pages/palette/command-palette.tsx'
import { OpenPalette } from '#web/pages/palette/open-palette.tsx'
import { partMissing } from '#web/pages/store/late-parts.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { isPlainKey, usePageKeys } from '#web/ui/page-keys.ts'
import { RailTabs } from '#web/ui/rail-tabs.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { createStore } from '#web/ui/store.ts'
import { focusPanel } from './focus-panel.ts'
import { SalesDock, SalesFigures } from './sales-figures.tsx'
import { CALL_SCREEN, type SalesTabName, sectionOf, TAB_NAMES } from './tab-names.ts'
import { usePaletteGroups } from './use-palette-groups.ts'
import { searchOfStep, searchOfTab, useOpenTab } from './use-sales-navigation.ts'
import { isSaleStep, type SaleStep, stepBeside } from './workspace/sale-steps.ts'

const STORAGE_KEY = 'single-keys'

/** Whether single letters and digits are keyboard shortcuts (WCAG 2.1.4 requires a way to turn that off). */
const singleKeys = createStore(readStored('local', STORAGE_KEY) !== false)

/** Stores the choice on this device. */
function chooseSingleKeys(areOn: boolean): void {
  singleKeys.set(areOn)
  writeStored('local', STORAGE_KEY, areOn)
}

const GENERAL: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['Ctrl K', '⌘ K'], does: 'Find a county, a customer or a request' },
  { keys: ['Esc'], does: 'Close the open dialog or menu' },
]
const SINGLE: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['s'], does: CALL_SCREEN.label },
  ...TAB_NAMES.map((tab, index) => ({ keys: [String(index + 1)], does: tab.label })),
  { keys: ['n'], does: 'Next step of the sale' },
  { keys: ['p'], does: 'Previous step of the sale' },
  { keys: ['/'], does: 'Go to this section’s search' },
  { keys: ['r'], does: 'Refresh Data' },
  { keys: ['?'], does: 'Show these keys' },
]

/** The keyboard shortcuts of the sales dashboard, and the switch for single-letter keys. */
function KeysDialog({ onClose }: { onClose: () => void }) {
  const areOn = singleKeys.use()
  return (
    <Dialog title="Keys" onClose={onClose}>
      <KeyList keys={GENERAL} />
      <h3 className="mt-6 font-semibold">Single keys</h3>
      <label className="mt-2 flex min-h-9 cursor-pointer items-center gap-2 text-sm">
        <input
          type="checkbox"
          checked={areOn}
          onChange={(event) => chooseSingleKeys(event.target.checked)}
          className="size-4 accent-accent"
        />
        Use letter and number shortcuts
      </label>
      <div className={areOn ? '' : 'opacity-60'}>
        <KeyList keys={SINGLE} />
      </div>
    </Dialog>
  )
}

function KeyList({ keys }: { keys: typeof GENERAL }) {
  return (
    <dl className="mt-2 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1.5 text-sm">
      {keys.map((one) => (
        <div key={one.does} className="col-span-2 grid grid-cols-subgrid items-center">
          <dt className="flex gap-1.5">
            {one.keys.map((key) => (
              <kbd
                key={key}
                className="figures min-w-7 rounded-md border border-control bg-surface px-1.5 text-center font-sans text-xs/6 font-semibold"
              >
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{one.does}</dd>
        </div>
      ))}
    </dl>
  )
}

interface SalesKeys {
  openTab: (tab: SalesTabName) => void
  /** Opens the step that many places further in the sale. @returns false if there is none */
  moveStep: (places: 1 | -1) => boolean
  refresh: () => void
  showKeys: () => void
}

/**
 * `1` to `8` open the tabs, `s` the call screen, `n` and `p` the next and the previous step of a sale, `r` reloads, `?`
 * shows the keys: from anywhere except where a letter would be typed or a dialog is open. They can be turned off, because speech input may type letters by accident.
 */
function useSalesKeys(keys: SalesKeys): void {
  usePageKeys((event) => {
    if (!isPlainKey(event) || event.repeat || !singleKeys.get()) return false
    const tab = /^[1-8]$/.test(event.key) ? TAB_NAMES[Number(event.key) - 1] : undefined
    if (tab) {
      keys.openTab(tab.value)
      focusPanel()
    } else if (event.key === 's') keys.openTab(CALL_SCREEN.value)
    else if (event.key === 'n' || event.key === 'p') {
      if (!keys.moveStep(event.key === 'n' ? 1 : -1)) return false
      focusPanel()
    } else if (event.key === 'r') keys.refresh()
    else if (event.key === '?') keys.showKeys()
    else return false
    return true
  })
}

type LoadTab = () => Promise<{ default: ComponentType }>

/** The steps of a sale are one screen: what is typed or sent in one of them is still there in the next. */
const loadSale: LoadTab = () =>
  import('./workspace/sale-workspace.tsx').then((file) => ({ default: file.SaleWorkspace }))

/** What each list shows, loaded when it is opened. Separate from the names, because the tabs link to each other by name. */
const LOAD: Readonly<Record<Exclude<SalesTabName, SaleStep>, LoadTab>> = {
  requests: () => import('./requests-tab.tsx').then((file) => ({ default: file.RequestsTab })),
  history: () => import('./history-tab.tsx').then((file) => ({ default: file.HistoryTab })),
  customers: () => import('./customers-tab.tsx').then((file) => ({ default: file.CustomersTab })),
  profile: () => import('./profile-tab.tsx').then((file) => ({ default: file.ProfileTab })),
}

interface SalesTab {
  value: SalesTabName
  label: string
  /** The same for sections that are one screen. */
  screen: string
  load: LoadTab
}

/** The section in a URL, with its screen. */
function salesTabOf(name: string | undefined): SalesTab {
  const { value, label } = sectionOf(name)
  return isSaleStep(value)
    ? { value, label, screen: 'sale', load: loadSale }
    : { value, label, screen: value, load: LOAD[value] }
}

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

/** The reps' dashboard; without a session, the login page at the same URL. */
export function SalesDashboardPage() {
  return (
    <MemberGate title={TEAM_TITLES['sales-dashboard']} visitor={<LoginPage />}>
      {(user) => <SalesDashboard user={user} />}
    </MemberGate>
  )
}
