import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { MapPin, RefreshCw } from 'lucide-react'
import { type ComponentType, useEffect } from 'react'
import type { CurrentUser } from '#contract/members/auth.ts'
import { TEAM_TITLES } from '#contract/page-titles.ts'
import { countyIndexQuery } from '#web/features/catalogue/search/county-index-data.ts'
import { type RecentCounty, recentCounties, rememberCounty } from '#web/features/catalogue/search/recent-counties.ts'
import { RequestNews } from '#web/features/links/live/request-news.tsx'
import { followRequests } from '#web/features/links/requests/request-data.ts'
import { useLogOut } from '#web/features/members/use-log-out.ts'
import { followServer, useCart } from '#web/features/orders/cart/cart-data.ts'
import { CartSync } from '#web/features/orders/cart/cart-sync.tsx'
import { firstEndOf, HoldAnnouncer } from '#web/features/orders/cart/hold-countdown.tsx'
import { useRefresh } from '#web/features/sales/sales-data.ts'
import { useMedia } from '#web/lib/use-media.ts'
import { DashboardFrame, MemberGate } from '#web/pages/account/dashboard-frame.tsx'
import { CommandPalette } from '#web/pages/palette/command-palette.tsx'
import { OpenPalette, type PaletteAction, type PaletteEntry, useFoundPeople } from '#web/pages/palette/open-palette.tsx'
import { useKeysDialog } from '#web/pages/palette/use-keys-dialog.tsx'
import { partMissing } from '#web/pages/store/late-parts.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { LatePart } from '#web/ui/late-part.tsx'
import { usePageKeys } from '#web/ui/page-keys.ts'
import { RailTabs } from '#web/ui/rail-tabs.tsx'
import { isSingleKey, type Keys } from '#web/ui/single-keys.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type PaletteContents, paletteContents } from '../palette/open-palette.tsx'
import { OpenedRequest } from './opened-request.tsx'
import { SalesDock, SalesFigures } from './sales-figures.tsx'
import * as salesNavigation from './sales-navigation.tsx'

const route = getRouteApi(paths.sales)

const SALES_KEYS: Keys = [
  ...salesNavigation.TAB_NAMES.map((tab, index) => ({ keys: ['g', String(index + 1)], does: tab.label })),
  { keys: ['Esc'], does: 'Leave a field' },
  { keys: ['n'], does: 'Next step of the sale' },
  { keys: ['p'], does: 'Previous step of the sale' },
  { keys: ['r'], does: 'Refresh Data' },
]

/** Single keys, from anywhere except where a letter would be typed or a dialog is open. */
function useSalesKeys(step: salesNavigation.SalesTabName, refresh: () => void): void {
  const navigate = route.useNavigate()
  usePageKeys((event) => {
    if (!isSingleKey(event) || event.repeat) return false
    if (event.key === 'n' || event.key === 'p') {
      const next = salesNavigation.stepBeside(step, event.key === 'n' ? 1 : -1)
      if (!next) return false
      void navigate({ search: (now) => salesNavigation.searchOfTab(now, next), resetScroll: false })
      salesNavigation.focusPanel()
    } else if (event.key === 'r') refresh()
    else return false
    return true
  })
}

type LoadTab = () => Promise<{ default: ComponentType }>

/** The steps of a sale are one screen: what is typed or sent in one of them is still there in the next. */
const loadSale: LoadTab = () => import('./workspace/sale-workspace.tsx')

const loadRequests = () => import('./requests-tab.tsx')

/** What each list shows. Separate from the names, because the tabs link to each other by name. */
const LOAD: Readonly<Record<Exclude<salesNavigation.SalesTabName, salesNavigation.SaleStep>, LoadTab>> = {
  requests: () => loadRequests().then((file) => ({ default: file.RequestsTab })),
  history: () => loadRequests().then((file) => ({ default: file.HistoryTab })),
  customers: () => import('./customers-tab.tsx'),
  profile: () => import('./profile-tab.tsx'),
}

const NO_PROPS = {}

/** The first four tabs are one workspace; each screen loads when opened, its state is in the URL. */
function SalesDashboard({ user }: { user: CurrentUser }) {
  const search = route.useSearch()
  const router = useRouter()
  const openTab = salesNavigation.useOpenTab()
  const refresh = useRefresh()
  const { showKeys, keysDialog } = useKeysDialog(SALES_KEYS)
  const tab = salesNavigation.sectionOf(search.tab)
  const isAdmin = user.role === 'admin'
  const isSale = salesNavigation.isSaleStep(tab.value)
  const isNarrow = useMedia(salesNavigation.NARROW)
  const news = <RequestNews memberId={user.id} className="max-lg:mb-2 lg:grow" />
  const tabs = salesNavigation.TAB_NAMES.map(({ value, label }, index) => ({
    value,
    label,
    // A digit alone is a quantity.
    shortcut: String(index + 1),
    href: router.buildLocation({ to: paths.sales, search: salesNavigation.searchOfTab(search, value) }).href,
  }))
  const handleRefresh = () => refresh.mutate()
  useSalesKeys(tab.value, handleRefresh)
  return (
    <>
      <DashboardFrame
        title="Sales Dashboard"
        tabTitle={`${tab.label} - Sales Dashboard`}
        hasHeading
        user={user}
        onKeys={showKeys}
        actions={
          <>
            {!isNarrow && news}
            <CommandPalette Palette={SalesPalette} />
            <Button
              look="quiet"
              className="max-md:min-w-11 max-md:px-0!"
              onClick={handleRefresh}
              isBusy={refresh.isPending}
            >
              <RefreshCw size={16} aria-hidden="true" className={classes(refresh.isPending && 'breathe')} />
              <span className="max-md:sr-only">Refresh Data</span>
              {refresh.isSuccess && <output className="sr-only">, refreshed</output>}
            </Button>
            {isAdmin && (
              <Link to={paths.admin} className={`${buttonClasses('plain')} max-sm:hidden`}>
                Admin Dashboard
              </Link>
            )}
          </>
        }
        dock={<SalesDock open={tab.value} />}
        // On a phone, a sale needs the room.
        strip={isNarrow && <div className={classes(isSale && 'hidden')}>{news}</div>}
      >
        <RailTabs
          label="Section"
          heading={tab.label}
          runs={[{ tabs }]}
          open={{ tab: tab.value }}
          onTab={(value) => openTab(salesNavigation.sectionOf(value).value)}
          onGone={salesNavigation.focusPanel}
          isNamedElsewhere
          // My Profile has its own.
          beside={
            tab.value !== 'profile' && <SalesFigures className={classes('max-sm:hidden', isSale && 'max-lg:hidden')} />
          }
        >
          <LatePart
            key={isSale ? 'sale' : tab.value}
            load={salesNavigation.isSaleStep(tab.value) ? loadSale : LOAD[tab.value]}
            props={NO_PROPS}
            waiting={<Skeleton className="h-96" />}
            failed={partMissing(tab.label)}
          />
        </RailTabs>
        <OpenedRequest />
      </DashboardFrame>
      <CartWatch />
      {keysDialog}
    </>
  )
}

const SalesPalette = ({ onClose }: { onClose: () => void }) => (
  <OpenPalette useContents={usePaletteGroups} finds="County, customer, request or action" onClose={onClose} />
)

/** Keeps the cart in step with the server on every tab, and announces when its holds are about to end. */
function CartWatch() {
  // The rep's phone may have sold it meanwhile.
  useEffect(() => {
    const handleFocus = () => void Promise.all([followServer(), followRequests()])
    addEventListener('focus', handleFocus)
    return () => removeEventListener('focus', handleFocus)
  }, [])
  const { lines } = useCart()
  return [<CartSync key="sync" />, <HoldAnnouncer key="hold" endsAtMs={firstEndOf(lines)} advice="Send the invoice" />]
}

const loadLogin = async () => ({ default: (await import('#web/pages/account/login-page.tsx')).LoginPage })

/** The reps' dashboard; without a session, the login page at the same URL. */
export const SalesDashboardPage = () => (
  <MemberGate
    title={TEAM_TITLES['sales-dashboard']}
    visitor={<LatePart load={loadLogin} props={NO_PROPS} failed={partMissing('The login page')} />}
  >
    {(user) => <SalesDashboard user={user} />}
  </MemberGate>
)

const OFFERED_PER_KIND = 5

/** The palette's entries for a text. */
function usePaletteGroups(text: string): PaletteContents {
  const wanted = text.trim()
  const counties = useCountyEntries(wanted)
  const navigate = route.useNavigate()
  const found = useFoundPeople(wanted, (customer) => void navigate({ search: { tab: 'customers', customer } }))
  return paletteContents({
    wanted,
    actions: useActions(),
    groups: [
      { name: 'Customers', entries: found.customers },
      { name: 'Payment requests', entries: found.requests },
      { name: wanted ? 'Counties' : 'Recent', entries: counties.entries },
    ],
    isSearching: counties.isPending || found.isPending,
    trouble: found.trouble,
  })
}

/** What is done on a tab, in the words of someone who looks for it. */
const DOES: Readonly<Partial<Record<salesNavigation.SalesTabName, string>>> = {
  market: 'Start a sale, Find the caller, Choose a county',
  packages: 'Add packages to the cart, Look up a price',
  cart: 'Remove a package and its hold',
  invoice: 'Send a payment link',
  requests: 'Resend a payment link, Export payment requests as CSV',
  history: 'See my commission, Download my pay report',
  customers: 'Add a new customer, Write a note about a customer',
  profile: 'Change my password, Turn on 2FA, Add a passkey',
}

function useActions(): readonly PaletteAction[] {
  const openTab = salesNavigation.useOpenTab()
  const logOut = useLogOut()
  return [
    ...salesNavigation.TAB_NAMES.map(({ value, label }) => ({
      label,
      does: DOES[value] ?? '',
      choose: () => {
        openTab(value)
        salesNavigation.focusPanel()
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
    salesNavigation.focusPanel()
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
