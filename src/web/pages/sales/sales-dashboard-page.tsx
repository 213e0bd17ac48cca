import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { Keyboard, MapPin, RefreshCw } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import type { CurrentUser } from '#contract/members/auth.ts'
import { TEAM_TITLES } from '#contract/page-titles.ts'
import { countyIndexQuery } from '#web/features/catalogue/search/county-index-data.ts'
import { type RecentCounty, recentCounties, rememberCounty } from '#web/features/catalogue/search/recent-counties.ts'
import { RequestNews } from '#web/features/links/live/request-news.tsx'
import { useLogOut } from '#web/features/members/use-log-out.ts'
import { useCart } from '#web/features/orders/cart/cart-data.ts'
import { CartSync } from '#web/features/orders/cart/cart-sync.tsx'
import { firstEndOf, HoldAnnouncer } from '#web/features/orders/cart/hold-countdown.tsx'
import { useLastRead, useRefresh } from '#web/features/sales/sales-data.ts'
import { formatClock } from '#web/lib/format-late.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { DashboardFrame, MemberGate } from '#web/pages/account/dashboard-frame.tsx'
import { LoginPage } from '#web/pages/account/login-page.tsx'
import { CommandPalette } from '#web/pages/palette/command-palette.tsx'
import { OpenPalette, type PaletteAction, type PaletteEntry, useFoundPeople } from '#web/pages/palette/open-palette.tsx'
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
import { type PaletteContents, paletteContents } from '../palette/open-palette.tsx'
import { SalesDock, SalesFigures } from './sales-figures.tsx'
import {
  CALL_SCREEN,
  focusPanel,
  isSaleStep,
  type SaleStep,
  type SalesTabName,
  searchOfStep,
  searchOfTab,
  sectionOf,
  stepBeside,
  TAB_NAMES,
  useOpenTab,
} from './sales-navigation.tsx'

const route = getRouteApi(paths.sales)
const STORAGE_KEY = 'single-keys'

/** Whether single letters and digits are keyboard shortcuts (WCAG 2.1.4 requires a way to turn that off). */
const singleKeys = createStore(readStored('local', STORAGE_KEY) !== false)

type Keys = readonly { keys: readonly string[]; does: string }[]
const GENERAL: Keys = [
  { keys: ['Ctrl K', '⌘ K'], does: 'Find a county, a customer or a request' },
  { keys: ['Esc'], does: 'Close the open dialog or menu' },
]
const SINGLE: Keys = [
  { keys: ['s'], does: CALL_SCREEN.label },
  ...TAB_NAMES.map((tab, index) => ({ keys: [String(index + 1)], does: tab.label })),
  { keys: ['n'], does: 'Next step of the sale' },
  { keys: ['p'], does: 'Previous step of the sale' },
  { keys: ['/'], does: 'Go to this section’s search' },
  { keys: ['r'], does: 'Refresh Data' },
  { keys: ['?'], does: 'Show these keys' },
]

function KeysDialog({ onClose }: { onClose: () => void }) {
  const areOn = singleKeys.use()
  const handleSwitch = () => {
    singleKeys.set(!areOn)
    writeStored('local', STORAGE_KEY, !areOn)
  }
  return (
    <Dialog title="Keys" onClose={onClose}>
      <KeyList keys={GENERAL} />
      <h3 className="mt-6 font-semibold">Single keys</h3>
      <label className="mt-2 flex min-h-9 cursor-pointer items-center gap-2 text-sm">
        <input type="checkbox" checked={areOn} onChange={handleSwitch} className="size-4 accent-accent" />
        Use letter and number shortcuts
      </label>
      <div className={areOn ? '' : 'opacity-60'}>
        <KeyList keys={SINGLE} />
      </div>
    </Dialog>
  )
}

const KeyList = ({ keys }: { keys: Keys }) => (
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

/**
 * Single-letter keys, from anywhere except where a letter would be typed or a dialog is open. They can be turned off,
 * because speech input may type letters by accident.
 */
function useSalesKeys(step: SalesTabName, refresh: () => void, showKeys: () => void): void {
  const navigate = route.useNavigate()
  const openTab = useOpenTab()
  usePageKeys((event) => {
    if (!isPlainKey(event) || event.repeat || !singleKeys.get()) return false
    const tab = /^[1-8]$/.test(event.key) ? TAB_NAMES[Number(event.key) - 1] : undefined
    if (tab) {
      openTab(tab.value)
      focusPanel()
    } else if (event.key === 's') openTab(CALL_SCREEN.value)
    else if (event.key === 'n' || event.key === 'p') {
      const next = stepBeside(step, event.key === 'n' ? 1 : -1)
      if (!next) return false
      void navigate({ search: (now) => searchOfStep(now, next), resetScroll: false })
      focusPanel()
    } else if (event.key === 'r') refresh()
    else if (event.key === '?') showKeys()
    else return false
    return true
  })
}

type LoadTab = () => Promise<{ default: ComponentType }>

/** The steps of a sale are one screen: what is typed or sent in one of them is still there in the next. */
const loadSale: LoadTab = () => import('./workspace/sale-workspace.tsx')

/** What each list shows. Separate from the names, because the tabs link to each other by name. */
const LOAD: Readonly<Record<Exclude<SalesTabName, SaleStep>, LoadTab>> = {
  requests: () => import('./requests-tab.tsx'),
  history: () => import('./history-tab.tsx'),
  customers: () => import('./customers-tab.tsx'),
  profile: () => import('./profile-tab.tsx'),
}

const NO_PROPS = {}

/** The first four tabs and the call screen are one workspace; each screen loads when opened, its state is in the URL. */
function SalesDashboard({ user }: { user: CurrentUser }) {
  const search = route.useSearch()
  const router = useRouter()
  const openTab = useOpenTab()
  const refresh = useRefresh()
  const [isKeysOpen, setIsKeysOpen] = useState(false)
  const tab = sectionOf(search.tab)
  const isAdmin = user.role === 'admin'
  const entryOf = ({ value, label }: { value: SalesTabName; label: string }) => ({
    value,
    label,
    href: router.buildLocation({ to: paths.sales, search: searchOfTab(search, value) }).href,
  })
  const handleTab = (value: string) => openTab(sectionOf(value).value)
  const handleRefresh = () => refresh.mutate()
  const showKeys = () => setIsKeysOpen(true)
  useSalesKeys(tab.value, handleRefresh, showKeys)
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
            <Button onClick={handleRefresh} isBusy={refresh.isPending}>
              <RefreshCw size={16} aria-hidden="true" className={classes(refresh.isPending && 'breathe')} />
              Refresh Data
            </Button>
            <Button icon={Keyboard} look="quiet" onClick={showKeys} className="max-sm:hidden pointer-coarse:hidden">
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
          onTab={handleTab}
          onPage={handleTab}
        >
          <LatePart
            key={isSaleStep(tab.value) ? 'sale' : tab.value}
            load={isSaleStep(tab.value) ? loadSale : LOAD[tab.value]}
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

const SalesPalette = ({ onClose }: { onClose: () => void }) => (
  <OpenPalette useContents={usePaletteGroups} finds="County, customer, request or action" onClose={onClose} />
)

/** Keeps the cart in step with the server on every tab, and announces when its holds are about to end. */
const CartWatch = () => (
  <>
    <CartSync />
    <HoldAnnouncer endsAtMs={firstEndOf(useCart().lines)} advice="Send the invoice" />
  </>
)

function LastRead({ className }: { className: string }) {
  const lastRead = useLastRead()
  return (
    <p role="status" className={classes('figures text-xs text-muted', className)}>
      {lastRead !== null && `Updated at ${formatClock(lastRead)}`}
    </p>
  )
}

/** The reps' dashboard; without a session, the login page at the same URL. */
export const SalesDashboardPage = () => (
  <MemberGate title={TEAM_TITLES['sales-dashboard']} visitor={<LoginPage />}>
    {(user) => <SalesDashboard user={user} />}
  </MemberGate>
)

const OFFERED_PER_KIND = 5

/** The palette's entries for a text: actions first, then counties, then people and their requests. */
function usePaletteGroups(text: string): PaletteContents {
  const wanted = text.trim()
  const counties = useCountyEntries(wanted)
  const found = useFoundPeople(wanted)
  return paletteContents({
    wanted,
    actions: useActions(),
    groups: [
      { name: wanted ? 'Counties' : 'Recently viewed', entries: counties.entries },
      { name: 'Customers', entries: found.customers },
      { name: 'Payment requests', entries: found.requests },
    ],
    isSearching: counties.isPending || found.isPending,
    trouble: found.trouble,
  })
}

function useActions(): readonly PaletteAction[] {
  const openTab = useOpenTab()
  const logOut = useLogOut()
  return [
    { label: CALL_SCREEN.label, choose: () => openTab(CALL_SCREEN.value) },
    ...TAB_NAMES.map(({ value, label }) => ({
      label,
      choose: () => {
        openTab(value)
        focusPanel()
      },
    })),
    { label: 'Log out', isLast: true, choose: () => logOut.mutate() },
  ]
}

/** Matching counties; without any text, the last viewed markets. */
function useCountyEntries(text: string): { entries: readonly PaletteEntry[]; isPending: boolean } {
  const navigate = route.useNavigate()
  const { state: stateInMind } = route.useSearch()
  const index = useQuery(countyIndexQuery)
  const places = text
    ? (index.data?.find(text, { limit: OFFERED_PER_KIND, stateInMind }).counties ?? [])
    : recentCounties().map((one) => ({ ...one, title: one.county, detail: one.state }))
  const open = ({ state, county }: RecentCounty) => {
    rememberCounty({ state, county })
    void navigate({ search: ({ type }) => ({ tab: 'packages', state, county, ...(type ? { type } : {}) }) })
    focusPanel()
  }
  const entries = places.map((place) => ({
    key: `county ${place.state}/${place.county}`,
    icon: MapPin,
    title: place.title,
    detail: place.detail,
    choose: () => open(place),
  }))
  return { entries, isPending: index.isPending }
}
